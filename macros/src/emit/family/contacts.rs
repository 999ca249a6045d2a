//! `FamilyContacts`: gaps, directions and laws of one item, and loops over all items of a contact.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::declaration::running;
use crate::derive::Kernel;
use crate::derive::family::{ContactTemplate, Family, Items, Pass};
use crate::emit::call::{Context, inlined};
use crate::emit::family::contact_items::{Contacts, INDICES};
use crate::emit::family::numbers::Numbers;
use crate::emit::loops::Frame;
use crate::loops::places::Space;

/// `impl FamilyContacts for Discs`, if there are contacts.
pub(super) fn impls(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> Option<TokenStream> {
    let contacts = Contacts::of(context, numbers, family);
    let header = context.header(&quote!(_x::family::FamilyContacts));
    let (forms, name) = (contacts.forms(), contacts.name());
    let (of_all, of_one) = (contacts.of_all(), contacts.of_one());
    (!family.contacts.is_empty()).then(|| {
        quote! {
            #header {
                const FORMS: &'static [_x::family::ContactForm] = &[#(#forms),*];

                #of_all
                #of_one
                #name
            }
        }
    })
}

impl Contacts<'_> {
    fn forms(&self) -> Vec<TokenStream> {
        let forms = self.family.contacts.iter().enumerate().map(|(at, contact)| {
            let (name, _) = self.word(at);
            let [indices, slips] =
                [self.ranges(&contact.items).len(), contact.slips].map(Literal::usize_unsuffixed);
            let (has_gap, has_points) = (contact.has_gap, contact.points.is_some());
            let mut arguments = contact
                .law
                .iter()
                .flat_map(Pass::kernels)
                .flat_map(Kernel::used_arguments);
            let has_constant_law = arguments.all(|argument| argument.name == "parameters");
            quote! {
                _x::family::ContactForm {
                    name: #name,
                    indices: #indices,
                    slips: #slips,
                    has_gap: #has_gap,
                    has_points: #has_points,
                    has_constant_law: #has_constant_law,
                }
            }
        });
        forms.collect()
    }

    /// The names of items that have several numbers each.
    fn name(&self) -> Option<TokenStream> {
        let words = (0..self.family.contacts.len()).map(|at| self.word(at));
        let words: Vec<_> = words.collect();
        if words.iter().all(|(_, inner)| inner.is_empty()) {
            return None;
        }
        let names = words.into_iter().enumerate().map(|(at, (word, inner))| {
            let indices = self.ranges(&self.family.contacts[at].items).len();
            let at = Literal::usize_unsuffixed(at);
            let outer = (0..indices).map(Literal::usize_unsuffixed);
            let inner = inner.into_iter().map(Literal::usize_unsuffixed);
            quote!(#at => _x::CoordinateName::new(#word, &[#(__item.indices[#outer],)* #(#inner),*]))
        });
        Some(quote! {
            fn contact_name(__item: _x::family::ContactItem) -> _x::CoordinateName {
                match __item.form {
                    #(#names,)*
                    _ => _x::CoordinateName::new("contact", &[]),
                }
            }
        })
    }

    fn gap_at(&self, pass: Option<&Pass>) -> TokenStream {
        let [gap, scale, rate] = &self.numbers(pass, 3)[..] else {
            return TokenStream::new();
        };
        quote!(_x::family::GapAt { gap: #gap, scale: #scale, rate: #rate })
    }

    /// The functions that visit all items.
    fn of_all(&self) -> TokenStream {
        let (context, form) = (self.frame.context, quote!(__form));
        let scalar = &context.scalar;
        let [place, state] = ["t q", "t q v"].map(|letters| context.slices(letters));
        let gaps = self.choice((&form, quote!({})), |at, contact| {
            let indices = self.indices(&contact.items);
            let form = Literal::usize_unsuffixed(at);
            let gap = self.gap_at(contact.gap.as_ref());
            let visited = quote!(__visit(_x::family::ContactItem { form: #form, indices: #indices }, #gap););
            self.each(&contact.items, contact.gap.as_ref(), visited)
        });
        let points = self.choice((&form, quote!({})), |_, contact| self.points(contact));
        let moved = self.moved();
        let visit = quote!(impl _x::FnMut(_x::family::ContactItem, _x::family::GapAt<#scalar>));
        let gaps = inlined(
            quote!(fn each_gap(&self, __form: usize, #state, __visit: &mut #visit)),
            gaps,
        );
        let visit = quote!(impl _x::FnMut(usize, [#scalar; 3], #scalar));
        let points = inlined(
            quote!(fn each_point(&self, __form: usize, #place, __visit: &mut #visit)),
            points,
        );
        quote!(#gaps #points #moved)
    }

    /// The coordinates that are those of points, where gaps depend on no others.
    fn moved(&self) -> Option<TokenStream> {
        let arms = self
            .family
            .contacts
            .iter()
            .enumerate()
            .filter_map(|(at, contact)| {
                let points = contact.points.as_ref()?;
                let axes = points.moved_by.as_ref()?;
                let index = running(self.ranges(&points.items).first()?.index);
                let form = Literal::usize_unsuffixed(at);
                let axes = (0..3).map(|axis| match axes.get(axis) {
                    Some(&k) => {
                        let number = self.frame.numbers.coordinate(k);
                        quote!(_x::Some(#number))
                    }
                    None => quote!(_x::None),
                });
                Some(quote! {
                    #form => {
                        let #index = __index;
                        _x::Some([#(#axes),*])
                    }
                })
            });
        let arms: Vec<TokenStream> = arms.collect();
        (!arms.is_empty()).then(|| {
            quote! {
                fn point_coordinates(&self, __form: usize, __index: usize) -> _x::Option<[_x::Option<usize>; 3]> {
                    match __form {
                        #(#arms)*
                        _ => _x::None,
                    }
                }
            }
        })
    }

    fn points(&self, contact: &ContactTemplate) -> TokenStream {
        let Some(points) = &contact.points else {
            return TokenStream::new();
        };
        let index = self
            .ranges(&points.items)
            .first()
            .map(|range| running(range.index));
        let reach = self.numbers(points.reach.as_ref(), 1);
        let visited = quote!(__visit(#index, __place, #(#reach)*););
        let with_reach = self.inner(&points.items, points.reach.as_ref(), visited);
        let place = self.numbers(points.place.as_ref(), 3);
        let placed = quote! {
            let __place = [#(#place),*];
            #with_reach
        };
        self.each(&points.items, points.place.as_ref(), placed)
    }

    /// The reach of each point is a number that is not below zero, and some point has one above it.
    pub(super) fn reaches(&self, at: usize) -> Option<TokenStream> {
        let (word, _) = self.word(at);
        let points = self.family.contacts[at].points.as_ref()?;
        let pass = points.reach.as_ref()?;
        let index = self
            .ranges(&points.items)
            .first()
            .map(|range| running(range.index))?;
        let reach = self.numbers(Some(pass), 1);
        let each = self.each(
            &points.items,
            Some(pass),
            quote!(__reach.add(#index, #(#reach)*)?;),
        );
        Some(quote! {
            let mut __reach = _x::items::Reach::new(#word);
            #each
            __reach.is_there()?;
        })
    }

    /// The functions of one item.
    fn of_one(&self) -> TokenStream {
        let (context, form) = (self.frame.context, quote!(__item.form));
        let scalar = &context.scalar;
        let [place, state] = ["t q", "t q v"].map(|letters| context.slices(letters));
        let (item, matrix) = (
            quote!(__item: _x::family::ContactItem),
            quote!(&mut impl _x::family::Entries<#scalar>),
        );
        let zeros = |value: TokenStream| quote!({ let __none = _x::items::number(&[], 0); #value });
        let gap = zeros(quote!(_x::family::GapAt {
            gap: __none,
            scale: __none,
            rate: __none
        }));
        let gap = self.choice((&form, gap), |_, contact| {
            let pass = contact.gap.as_ref();
            self.one(&contact.items, pass, self.gap_at(pass))
        });
        let law = zeros(quote!(_x::Law {
            friction: __none,
            restitution: __none,
            restitution_t: __none
        }));
        let law = self.choice((&form, law), |_, contact| {
            let pass = contact.law.as_ref();
            self.one(&contact.items, pass, self.law_of(pass))
        });
        let directions = self.choice((&form, quote!({})), |_, contact| self.directed(contact));
        let variations = self.choice((&form, quote!({})), |_, contact| self.varied(contact));
        let has = self.choice((&form, quote!(false)), |_, contact| self.has(&contact.items));
        let varied = quote! {
            fn contact_variations(
                &self,
                #item,
                (t, q, v): (#scalar, &[#scalar], &[#scalar]),
                __percussions: &[#scalar; 3],
                __impulses: #matrix,
                __rows: #matrix,
            )
        };
        let directed =
            quote!(fn directions(&self, #item, #place, __entries: #matrix, __rates: &mut [#scalar; 3]));
        let functions = [
            inlined(quote!(fn has_contact(&self, #item) -> bool), has),
            inlined(
                quote!(fn gap(&self, #item, #state) -> _x::family::GapAt<#scalar>),
                gap,
            ),
            inlined(directed, directions),
            inlined(quote!(fn law(&self, #item, #state) -> _x::Law<#scalar>), law),
            inlined(varied, variations),
        ];
        functions.into_iter().collect()
    }

    fn law_of(&self, pass: Option<&Pass>) -> TokenStream {
        let [friction, restitution, restitution_t] = &self.numbers(pass, 3)[..] else {
            return TokenStream::new();
        };
        quote!(_x::Law { friction: #friction, restitution: #restitution, restitution_t: #restitution_t })
    }

    /// W and η of an item.
    fn directed(&self, contact: &ContactTemplate) -> Option<TokenStream> {
        let pass = contact.directions.as_ref()?;
        let rates = self.numbers(Some(pass), contact.slips + 1);
        let rates = rates.into_iter().enumerate().map(|(row, rate)| {
            let row = Literal::usize_unsuffixed(row);
            quote!(__rates[#row] = #rate;)
        });
        let entries = [(quote!(__entries), Space::Fixed, Space::Coordinates)];
        let of = self.frame.loop_of((&contact.items, pass), &[], &entries);
        Some(self.one_of(of.visiting(quote!(#(#rates)*))))
    }

    /// The derivatives of an item by q and sensitivities.
    fn varied(&self, contact: &ContactTemplate) -> Option<TokenStream> {
        let pass = contact.variations.as_ref()?;
        let mut frame = Frame::of_state(self.frame.context, self.frame.numbers);
        frame.bindings = frame.bindings.and("percussions", quote!(__percussions));
        let columns = Space::Known {
            of_each: contact.varied_of_each,
            inputs: 0,
        };
        let matrices = [
            (quote!(__impulses), Space::Coordinates, columns.clone()),
            (quote!(__rows), Space::Fixed, columns),
        ];
        let of = frame.loop_of((&contact.items, pass), &[], &matrices);
        Some(self.one_of(of.visiting(TokenStream::new())))
    }

    /// Whether indices are those of an item.
    fn has(&self, items: &Items) -> TokenStream {
        let ranges = self.ranges(items);
        let tests = (0..INDICES).map(|at| {
            let name = format_ident!("__is{at}");
            let place = Literal::usize_unsuffixed(at);
            let test = match ranges.get(at) {
                None => quote!(__item.indices[#place] == 0),
                Some(range) => {
                    let index = running(range.index);
                    let [first, beyond] =
                        [&range.first, &range.beyond].map(|end| self.frame.numbers.integer(end));
                    quote! {{
                        let __first = #first;
                        #index.wrapping_sub(__first) < _x::items(__first, #beyond)
                    }}
                }
            };
            quote!(let #name = #test;)
        });
        let names = (0..INDICES).map(|at| format_ident!("__is{at}"));
        let indices = self.names(items);
        quote! {
            let [#(#indices),*] = __item.indices;
            #(#tests)*
            #(#names)&&*
        }
    }
}

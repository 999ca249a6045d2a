//! A reference to a system with contacts is one.

use crate::contacts::Contact;
use crate::{Contacts, Lagrangian};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

#[diagnostic::do_not_recommend]
impl<S: Contacts + ?Sized> Contacts for &S {
    type Gaps = S::Gaps;
    type Percussions = S::Percussions;
    type Directions = S::Directions;
    type Delassus = S::Delassus;
    type Laws = S::Laws;
    type States = S::States;
    type Closed = S::Closed;
    type Reactions = S::Reactions;
    type Variations = S::Variations;

    const CONTACTS: &'static [Contact] = S::CONTACTS;

    #[inline]
    fn gaps(&self, t: ScalarOf<S>, q: &S::Configuration) -> S::Gaps {
        (**self).gaps(t, q)
    }

    #[inline]
    fn gap_scales(&self, t: ScalarOf<S>, q: &S::Configuration) -> S::Gaps {
        (**self).gap_scales(t, q)
    }

    #[inline]
    fn directions(&self, t: ScalarOf<S>, q: &S::Configuration) -> (S::Directions, S::Percussions) {
        (**self).directions(t, q)
    }

    #[inline]
    fn laws(
        &self,
        t: ScalarOf<S>,
        q: &S::Configuration,
        v: &S::Velocity,
        reactions: &S::Reactions,
    ) -> S::Laws {
        (**self).laws(t, q, v, reactions)
    }

    #[inline]
    fn contact_variations(
        &self,
        t: ScalarOf<S>,
        q: &S::Configuration,
        v: &S::Velocity,
        percussions: &S::Percussions,
        reactions: &S::Reactions,
    ) -> S::Variations {
        (**self).contact_variations(t, q, v, percussions, reactions)
    }
}

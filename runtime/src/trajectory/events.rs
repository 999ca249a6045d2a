//! Events of contacts along a trajectory.

use super::Trajectory;
use crate::Discretize;
use crate::drive::ContactEvent;
use crate::drive::TellsContactEvents;

impl<S: Discretize<D>, D> Trajectory<S, D>
where
    S::Report: TellsContactEvents,
{
    /// The events of contacts, in the order of time: what changes from one recorded step to the next
    /// ([`ContactReport::events`](crate::drive::ContactReport::events)). Before the first step all contacts count as open.
    ///
    /// ```
    /// use extremal::drive::ContactChange;
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(y),
    ///     kinetic = 0.5 * dt(y).powi(2),
    ///     potential = 9.81 * y,
    ///     contact(floor, gap = y, restitution = 0.5),
    ///     discretize(Moreau)
    /// )]
    /// struct Ball;
    ///
    /// let trajectory = Integrator::new(Ball, Moreau, 1e-4, [1.0], [0.0])?.run(6000)?;
    /// let impact = trajectory.contact_events().find(|event| event.change == ContactChange::Impact).expect("it falls");
    /// assert!(impact.contact == "floor" && (impact.t - (2.0_f64 / 9.81).sqrt()).abs() < 2e-4);
    /// assert_eq!(format!("{impact:.3}"), "t = 0.452: impact of `floor`");
    /// # Ok::<(), extremal::Error>(())
    /// ```
    pub fn contact_events(
        &self,
    ) -> impl Iterator<
        Item = ContactEvent<
            <S::Report as TellsContactEvents>::Scalar,
            <S::Report as TellsContactEvents>::Name,
        >,
    > {
        let reports = self.elements.iter().flatten().map(|element| &element.report);
        let before = core::iter::once(None).chain(reports.clone().map(Some));
        reports
            .zip(before)
            .flat_map(|(report, before)| report.events_since(before))
    }
}

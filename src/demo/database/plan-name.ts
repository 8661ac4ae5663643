/** The plans of the demo. `current` describes the generated files; `next` is the plan that a command builds. */
export const PLAN_NAMES = ['current', 'next'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

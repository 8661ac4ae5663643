/** The plans of the demo: the one that the tree has, and the one that a command makes. */
export const PLAN_NAMES = ['current', 'next'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** Prefix of the names of all metrics. */
export const METRIC_PREFIX = 'intelligence_';

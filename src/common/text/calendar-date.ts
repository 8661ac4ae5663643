const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a calendar date `YYYY-MM-DD` with a year from 1 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!DATE.test(text) || text.startsWith('0000')) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

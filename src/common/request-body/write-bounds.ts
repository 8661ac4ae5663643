/** Bounds of the requests that store artifacts, runs and tool calls. */

/** Maximum number of sources of an artifact, run or tool call. */
export const SOURCES_MAX = 48;

/** Highest sequence number of a tool call. */
export const TOOL_CALL_SEQUENCE_MAX = 1_000_000;

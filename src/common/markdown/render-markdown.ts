/** Writes an answer as Markdown. */
export type RenderMarkdown<Body extends object = object> = (body: Body) => string;

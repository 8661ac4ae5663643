/** The part of the package that the service uses. */
declare module 'unicode-confusables' {
  /** Replaces each character by its prototype in `confusables.txt` (Unicode Technical Standard 39). */
  export function rectifyConfusion(text: string): string;
}

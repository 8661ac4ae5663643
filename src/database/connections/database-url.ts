/** Returns the name of the database in a URL. The default is the user name, as in libpq. */
export function toDatabaseName(url: string): string {
  const { pathname, username } = new URL(url);
  const name = decodeURIComponent(pathname.replace(/^\//, ''));
  return name === '' ? decodeURIComponent(username) : name;
}

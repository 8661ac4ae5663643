import type { UserEntity } from '../../database/entities/accounts/user.entity';

/** Returns an account as one line of text. Names no libraries if the account may see all (`library_ids` is null). */
export function describeAccount(user: UserEntity): string {
  const libraries = user.library_ids?.length === 0 ? 'none' : user.library_ids?.join(' ');
  const properties = [
    user.role,
    ...(user.is_service ? ['service'] : []),
    ...user.scopes,
    ...(libraries === undefined ? [] : [`libraries: ${libraries}`]),
    ...(user.issuer === null ? [] : [`external: ${JSON.stringify(user.subject)} of ${user.issuer}`]),
    ...(user.disabled ? ['disabled'] : []),
  ];
  return `${user.user_id}  ${user.username}  ${properties.join(', ')}`;
}

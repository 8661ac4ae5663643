import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UserEntity } from '../database/entities/accounts/user.entity';

/** Reads accounts for their administration. */
@Injectable()
export class UserRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns an account; null if there is none with the id. */
  findById(userId: string): Promise<UserEntity | null> {
    return this.dataSource.manager.findOneBy(UserEntity, { user_id: userId });
  }

  /** Returns the account whose name has this key (see `toUsernameKey`); null if there is none. */
  findByKey(usernameKey: string): Promise<UserEntity | null> {
    return this.dataSource.manager.findOneBy(UserEntity, { username_key: usernameKey });
  }

  /** Returns the account of an external issuer's subject; null if there is none. */
  findBySubject(issuer: string, subject: string): Promise<UserEntity | null> {
    return this.dataSource.manager.findOne(UserEntity, {
      where: [
        { issuer, subject, subject_folded: false },
        { issuer, subject: subject.toLowerCase(), subject_folded: true },
      ],
      // An account with the exact subject comes before one of an earlier release that ignored case.
      order: { subject_folded: 'ASC' },
    });
  }

  /**
   * Returns up to `limit` accounts whose keys come after `usernameKey`, or the first ones if it is null, ordered by the
   * keys. Keys are unique and never change.
   */
  listAfter(usernameKey: string | null, limit: number): Promise<UserEntity[]> {
    const query = this.dataSource.manager.createQueryBuilder(UserEntity, 'u').orderBy('u.username_key').limit(limit);
    if (usernameKey !== null) query.where('u.username_key > :usernameKey', { usernameKey });
    return query.getMany();
  }
}

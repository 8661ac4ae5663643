import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UserEntity } from '../database/entities/accounts/user.entity';

/** Reads accounts for administrators. */
@Injectable()
export class UserRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One account, or null. */
  findById(userId: string): Promise<UserEntity | null> {
    return this.dataSource.manager.findOneBy(UserEntity, { user_id: userId });
  }

  /** One account by the key of its name, or null. */
  findByKey(usernameKey: string): Promise<UserEntity | null> {
    return this.dataSource.manager.findOneBy(UserEntity, { username_key: usernameKey });
  }

  /** The account of an external issuer's subject, or null. */
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

  /** Up to `limit` accounts after a key, in the order of the keys, which are unique and never change. */
  listAfter(usernameKey: string | null, limit: number): Promise<UserEntity[]> {
    const query = this.dataSource.manager.createQueryBuilder(UserEntity, 'u').orderBy('u.username_key').limit(limit);
    if (usernameKey !== null) query.where('u.username_key > :usernameKey', { usernameKey });
    return query.getMany();
  }
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Number of requests of one caller in one minute, summed over all instances. */
@Entity('rate_limit_counters')
export class RateLimitCounterEntity {
  /** Minutes since the epoch. */
  @PrimaryColumn('integer')
  window_number: number;

  /** `user:` with the `caller` of `TokenClaims`, `key:` with the id of an API key, or an IP address. */
  @PrimaryColumn('text')
  caller: string;

  @Column('integer')
  requests: number;
}

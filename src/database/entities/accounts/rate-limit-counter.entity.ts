import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Number of requests of one caller in one minute, as reported by the instances, which may omit low counts. */
@Entity('rate_limit_counters')
export class RateLimitCounterEntity {
  /** Minutes since the epoch. */
  @PrimaryColumn('integer')
  window_number: number;

  /** A user, an API key or an address, as `toUserCaller`, `toKeyCaller` or `toAddressKey` returns it. */
  @PrimaryColumn('text')
  caller: string;

  @Column('integer')
  requests: number;
}

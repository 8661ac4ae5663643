import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findUuid } from '../../common/media-id';
import { LibraryEntity } from '../../database/entities/catalog/library.entity';

/** Reads libraries for operators. */
@Injectable()
export class LibraryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns the library with this id, or else up to two libraries with this name. With two of them, the name is
   * ambiguous.
   */
  async find(idOrName: string): Promise<LibraryEntity[]> {
    const libraryId = findUuid(idOrName);
    const library = libraryId === null ? null : await this.findById(libraryId);
    if (library !== null) return [library];
    return this.dataSource.manager.find(LibraryEntity, {
      where: { name: idOrName },
      order: { library_id: 'ASC' },
      take: 2,
    });
  }

  findById(libraryId: string): Promise<LibraryEntity | null> {
    return this.dataSource.manager.findOneBy(LibraryEntity, { library_id: libraryId });
  }

  /** Returns up to `limit` libraries after an id, in the order of the ids. */
  listAfter(libraryId: string | null, limit: number): Promise<LibraryEntity[]> {
    const query = this.dataSource.manager.createQueryBuilder(LibraryEntity, 'l').orderBy('l.library_id').limit(limit);
    if (libraryId !== null) query.where('l.library_id > :libraryId', { libraryId });
    return query.getMany();
  }
}

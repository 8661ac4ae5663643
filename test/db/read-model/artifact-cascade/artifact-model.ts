import { ITEMS, type Step } from './artifact-steps';

/** An artifact of the model. */
interface ModelArtifact {
  status: 'active' | 'stale' | 'superseded' | 'invalidated';
  /** Stands for the hash of the content. */
  hash: string;
  /** The last accepted request as text. An equal request does not change an active artifact. */
  request: string;
  supersedes: number | null;
  sources: { readonly kind: 'item' | 'watch state' | 'artifact'; readonly n: number; readonly hash: string }[];
}

/** A model of the items, watch states and artifacts of an `ArtifactWorld`. */
export class ArtifactModel {
  readonly items = new Map<number, string>(Array.from({ length: ITEMS }, (_, n) => [n, '0']));
  /** Playback positions by item. A missing position counts as 0. */
  readonly watched = new Map<number, number>();
  readonly artifacts = new Map<number, ModelArtifact>();

  /** Applies a step if the service should accept it. Returns whether it should. */
  run(todo: Step): boolean {
    switch (todo.do) {
      case 'put':
        return this.put(todo.artifact, String(todo.text), todo, null);
      case 'supersede':
        return this.put(todo.artifact, 'none', { media: [], watched: [], from: [] }, todo.old);
      case 'invalidate': {
        const artifact = this.artifacts.get(todo.artifact);
        if (artifact === undefined || artifact.status === 'invalidated') return false;
        this.demote(todo.artifact, 'invalidated');
        return true;
      }
      case 'change':
        return this.changeItem(todo.item, String(todo.text));
      case 'remove':
        return this.changeItem(todo.item, null);
      case 'watch':
        return this.watch(todo.item, todo.position);
      case 'delete watch state':
        return this.watch(todo.item, 0);
      case 'import watch state':
        this.watch(todo.item, todo.position);
        return true;
    }
  }

  private put(
    n: number,
    hash: string,
    { media, watched, from }: { media: number[]; watched: number[]; from: number[] },
    supersedes: number | null,
  ): boolean {
    const before = this.artifacts.get(n);
    if ([...media, ...watched].some((each) => !this.items.has(each))) return false;
    if (!from.every((each) => this.isPossibleSource(each, n))) return false;
    if (before?.status === 'superseded') return false;
    const request = JSON.stringify([hash, media, watched, from, supersedes]);
    if (before?.status === 'active' && before.request === request) return true;
    if (from.some((each) => this.reaches(each, n))) return false;
    const earlier = before?.supersedes ?? null;
    if (supersedes !== null && supersedes !== earlier && !this.supersede(n, earlier, supersedes)) return false;
    this.artifacts.set(n, {
      status: 'active',
      hash,
      request,
      supersedes: supersedes ?? earlier,
      sources: [
        ...media.map((each) => ({ kind: 'item' as const, n: each, hash: this.items.get(each) ?? '' })),
        ...watched.map((each) => ({ kind: 'watch state' as const, n: each, hash: this.positionOf(each) })),
        ...from.map((each) => ({ kind: 'artifact' as const, n: each, hash: this.artifacts.get(each)?.hash ?? '' })),
      ],
    });
    if (before !== undefined && before.hash !== hash) this.demoteDependents(n, 'stale');
    return true;
  }

  /** An artifact may be derived from active artifacts, and from the artifact that it supersedes. */
  private isPossibleSource(source: number, n: number): boolean {
    const status = this.artifacts.get(source)?.status;
    return status === 'active' || (status === 'superseded' && this.artifacts.get(n)?.supersedes === source);
  }

  /** Marks artifact `wanted` as superseded by artifact `n`. Returns false if the service should refuse this. */
  private supersede(n: number, earlier: number | null, wanted: number): boolean {
    const old = this.artifacts.get(wanted);
    if (earlier !== null || wanted === n || old === undefined) return false;
    if (old.status === 'invalidated' || old.status === 'superseded') return false;
    old.status = 'superseded';
    this.demoteDependents(wanted, 'stale');
    return true;
  }

  private changeItem(n: number, hash: string | null): boolean {
    const before = this.items.get(n);
    if (hash === null) this.items.delete(n);
    else this.items.set(n, hash);
    if (before === undefined || before === hash) return true;
    if (hash === null) this.watched.delete(n);
    this.sourceChanged('item', n, hash);
    if (hash === null) this.sourceChanged('watch state', n, null);
    return true;
  }

  private watch(n: number, position: number): boolean {
    if (!this.items.has(n)) return false;
    this.watched.set(n, position);
    this.sourceChanged('watch state', n, this.positionOf(n));
    return true;
  }

  private positionOf(n: number): string {
    return String(this.watched.get(n) ?? 0);
  }

  private sourceChanged(kind: 'item' | 'watch state', n: number, hash: string | null): void {
    for (const [artifactNumber, { sources }] of this.artifacts) {
      const isDerived = sources.some((source) => source.kind === kind && source.n === n && source.hash !== hash);
      if (isDerived) this.demote(artifactNumber, hash === null ? 'invalidated' : 'stale');
    }
  }

  /** Changes the status of an artifact and of the artifacts derived from it. Only an active artifact becomes stale. */
  private demote(n: number, status: 'stale' | 'invalidated'): void {
    const artifact = this.artifacts.get(n);
    if (artifact === undefined || artifact.status === 'invalidated') return;
    if (status === 'stale' && artifact.status !== 'active') return;
    artifact.status = status;
    this.demoteDependents(n, status);
  }

  private demoteDependents(n: number, status: 'stale' | 'invalidated'): void {
    for (const [other, artifact] of this.artifacts) {
      if (artifact.sources.some((source) => source.kind === 'artifact' && source.n === n)) this.demote(other, status);
    }
  }

  /** Returns whether the artifacts are the same, or `to` is a direct or indirect source of `from`. */
  private reaches(from: number, to: number): boolean {
    if (from === to) return true;
    const sources = this.artifacts.get(from)?.sources ?? [];
    return sources.some((source) => source.kind === 'artifact' && this.reaches(source.n, to));
  }
}

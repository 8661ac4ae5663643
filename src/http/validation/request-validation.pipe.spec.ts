import { Type } from 'class-transformer';
import fc from 'fast-check';
import { Allow, ArrayMaxSize, IsArray, IsIn, IsString, MaxLength, ValidateBy, ValidateNested } from 'class-validator';
import { BoundedRequest, IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { IsVerbatimText } from '../../common/dto/text-rules';
import { Problem } from '../../common/problems/problem';
import { RequestValidationPipe } from './request-validation.pipe';

/** Number of values that `@Counted` has checked. */
let checks = 0;
const Counted = (each = false): PropertyDecorator =>
  ValidateBy({ name: 'counted', validator: { validate: () => ++checks > 0 } }, { each, message: 'must be seen' });

class Source {
  @IsString()
  @Counted()
  media_id: string;

  @IsAbsentOr()
  @IsArray()
  @ArrayMaxSize(3)
  @IsString({ each: true })
  @Counted(true)
  fields?: string[];
}

class Request extends BoundedRequest {
  @IsAbsentOr()
  @IsString()
  @MaxLength(5)
  query?: string;

  @IsAbsentOr()
  @IsArray()
  @ArrayMaxSize(2)
  @IsIn(['a', 'b'], { each: true })
  @Counted(true)
  kinds?: string[];

  @IsAbsentOr()
  @IsArray()
  @ArrayMaxSize(2)
  @ValidateNested({ each: true })
  @Type(() => Source)
  sources?: Source[];

  @IsAbsentOr()
  @ValidateNested()
  @Type(() => Source)
  source?: Source;

  @IsAbsentOr()
  @IsVerbatimText(4)
  verbatim?: string;

  @Allow()
  anything?: unknown;
}

const pipe = new RequestValidationPipe();
const validate = (body: unknown): Promise<unknown> => pipe.transform(body, { type: 'body', metatype: Request });

async function refusalOf(body: unknown): Promise<Problem> {
  const error: unknown = await validate(body).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error;
  throw new Error('The body was accepted.');
}

describe('RequestValidationPipe', () => {
  it('accepts a body that matches the class', async () => {
    const body = {
      query: 'x',
      kinds: ['a'],
      sources: [{ media_id: 'm' }],
      caps: { facet_limit: 0 },
      pagination: { limit: 1e9 },
    };
    await expect(validate(body)).resolves.toMatchObject(body);
    await expect(validate({})).resolves.toBeInstanceOf(Request);
  });

  it('counts each code point of a verbatim text, including variation selectors', async () => {
    const unit = fc.constantFrom('a', '\ufe0e', '\ufe0f', '\u{1f3ac}', '\u200d', '\ud83c');
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 9 }), async (units) => {
        const verbatim = units.join('');
        if ([...verbatim].length <= 4) await expect(validate({ verbatim })).resolves.toEqual({ verbatim });
        else expect((await refusalOf({ verbatim })).errors).toMatchObject([{ field: 'verbatim' }]);
      }),
    );
  });

  it.each<[unknown, string, RegExp]>([
    [{ nope: 1 }, 'nope', /^is not a known field$/],
    [{ Query: 'x' }, 'Query', /^is not a known field$/],
    [{ caps: { nope: 1 } }, 'caps.nope', /^is not a known field$/],
    [{ query: null }, 'query', /^must be a string$/],
    [{ query: 5 }, 'query', /^must be a string$/],
    [{ query: 'secret-value' }, 'query', /^must have at most 5 characters$/],
    [{ kinds: ['a', 'c'] }, 'kinds[1]', /^must be one of a, b$/],
    [{ sources: [{}] }, 'sources[0].media_id', /^is required$/],
    [{ source: { media_id: 'm', fields: ['a', 5] } }, 'source.fields[1]', /^must be a string$/],
    [{ sources: [{ media_id: 'm' }, { media_id: 5 }] }, 'sources[1].media_id', /^must be a string$/],
    [{ sources: {} }, 'sources', /^must be an array$/],
    [{ sources: 'x' }, 'sources', /^must be an array$/],
    [{ sources: ['x'] }, 'sources[0]', /^must be an object$/],
    [{ sources: [[]] }, 'sources[0]', /^must be an object$/],
    [{ sources: [null] }, 'sources[0]', /^must be an object$/],
    [{ sources: [{ media_id: 'm', nope: 1 }] }, 'sources[0].nope', /^is not a known field$/],
    [{ query: ['x'] }, 'query', /^must be a string$/],
    [{ query: {} }, 'query', /^must be a string$/],
    [{ kinds: 'a' }, 'kinds', /^must be an array$/],
    [{ kinds: {} }, 'kinds', /^must be an array$/],
    [{ kinds: ['a', []] }, 'kinds[1]', /^must be one of a, b$/],
    [{ kinds: ['a', 'b', 'a'] }, 'kinds', /^must have at most 2 elements$/],
    [{ source: { media_id: 'm', fields: ['a', 'b', 'c', 'd'] } }, 'source.fields', /^must have at most 3/],
    [{ caps: [] }, 'caps', /^must be an object$/],
    [{ caps: [{}] }, 'caps', /^must be an object$/],
    [{ caps: 'x' }, 'caps', /^must be an object$/],
    [{ caps: null }, 'caps', /^must be an object$/],
    [{ pagination: { limit: '5' } }, 'pagination.limit', /^must be an integer/],
    ...[1.5, true, null, [], {}, '', 2 ** 53, 1e300].map((limit): [unknown, string, RegExp] => [
      { pagination: { limit } },
      'pagination.limit',
      /^must/,
    ]),
  ])('refuses %j and names the field %s', async (body, field, message) => {
    const problem = await refusalOf(body);
    expect(problem.code).toBe('invalid-request');
    expect(problem.errors?.map((error) => error.field)).toEqual([field]);
    expect(problem.errors?.[0]?.message).toMatch(message);
    expect(JSON.stringify(problem.errors)).not.toContain('secret-value');
  });

  describe('with large bodies', () => {
    /** Returns a list of 100,000 elements, and a function that returns how often an element was read. */
    const countReads = (element: unknown): { list: unknown[]; readCount: () => number } => {
      let readCount = 0;
      const list = new Proxy(
        Array.from({ length: 100_000 }, () => element),
        {
          get: (target, key, receiver): unknown => {
            if (typeof key === 'string' && /^\d+$/.test(key)) readCount += 1;
            return Reflect.get(target, key, receiver);
          },
        },
      );
      return { list, readCount: () => readCount };
    };

    it.each<[string, (list: unknown[]) => object, string]>([
      ['a list of values', (list) => ({ kinds: list }), 'kinds'],
      ['a list of objects', (list) => ({ sources: list }), 'sources'],
      ['a list in an object', (list) => ({ source: { media_id: 'm', fields: list } }), 'source.fields'],
      ['a list in a list', (list) => ({ sources: [{ media_id: 'm', fields: list }] }), 'sources[0].fields'],
      ['a list in place of a value', (list) => ({ query: list }), 'query'],
      ['a list in place of an object', (list) => ({ source: list }), 'source'],
      ['a list in place of an element', (list) => ({ kinds: [list] }), 'kinds[0]'],
      ['a list in place of an object of a list', (list) => ({ sources: [list] }), 'sources[0]'],
      ['a list in an unknown field', (list) => ({ nope: { deeper: list } }), 'nope'],
      ['a list in an unknown field of an object', (list) => ({ caps: { nope: [list] } }), 'caps.nope'],
    ])('refuses %s without reading or checking its elements', async (_, toBody, field) => {
      for (const element of ['a', {}, []]) {
        checks = 0;
        const { list, readCount } = countReads(element);
        const problem = await refusalOf(toBody(list));
        expect([problem.code, problem.errors?.map((error) => error.field)]).toEqual(['invalid-request', [field]]);
        expect([readCount(), checks]).toEqual([0, 0]);
      }
    });

    it('names the first twenty of 10,000 unknown members, and reads no value', async () => {
      let reads = 0;
      const names = Array.from({ length: 10_000 }, (_, index) => `k${index}`);
      const member = { enumerable: true, get: (): number => ++reads };
      const manyMembers = Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, member])));
      for (const [body, prefix] of [
        [manyMembers, ''],
        [{ source: manyMembers }, 'source.'],
      ] as const) {
        const problem = await refusalOf(body);
        expect(problem.errors?.map((error) => error.field)).toEqual(names.slice(0, 20).map((name) => prefix + name));
      }
      expect(reads).toBe(0);
    });

    it('checks each value of a body within the bounds once', async () => {
      checks = 0;
      await validate({ kinds: ['a', 'b'], sources: [{ media_id: 'm', fields: ['x'] }], source: { media_id: 'm' } });
      expect(checks).toBe(5);
    });
  });

  it('accepts and keeps any value of a field with @Allow', async () => {
    const anything = { list: Array.from({ length: 100 }, () => [{}]) };
    await expect(validate({ anything })).resolves.toMatchObject({ anything });
  });

  it('rejects a class with a list that has no bound', async () => {
    class Boundless {
      @IsString({ each: true })
      names: string[];
    }
    await expect(pipe.transform({ names: [] }, { type: 'body', metatype: Boundless })).rejects.toThrow(
      'Boundless.names is a list without @ArrayMaxSize.',
    );
  });

  it('rejects a class with a rule that has no message', async () => {
    class Speechless {
      @ValidateBy({ name: 'ownRule', validator: { validate: () => false } })
      name: string;
    }
    await expect(pipe.transform({ name: 'x' }, { type: 'body', metatype: Speechless })).rejects.toThrow(
      'Speechless.name has the rule ownRule, which has no message.',
    );
  });

  it('names the first twenty of 25 wrong elements of a list', async () => {
    class Words {
      @IsArray()
      @ArrayMaxSize(50)
      @IsString({ each: true })
      words: string[];
    }
    const words = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 'x' : index));
    const refusal = pipe.transform({ words }, { type: 'body', metatype: Words });
    const expected = Array.from({ length: 20 }, (_, index) => {
      return { field: `words[${index * 2 + 1}]`, message: 'must be a string' };
    });
    await expect(refusal).rejects.toMatchObject({ errors: expected });
  });

  it('names twenty of 5,000 refused fields, and cuts their names to 128 characters', async () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${'x'.repeat(300)}${index}`, 1]));
    const problem = await refusalOf(body);
    expect(problem.errors).toHaveLength(20);
    expect(problem.errors?.[0]?.field).toHaveLength(128);
  });
});

const { default: Ajv2020 } = require('ajv/dist/2020');
const { default: addFormats } = require('ajv-formats');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const DOCUMENT = join(__dirname, '../../contract/openapi.json');

/**
 * The committed API description, and checks of bodies against its schemas. The environment of the tests loads this file
 * once in each worker of jest, so all suites of the worker share the compiled schemas. In a suite of short tests,
 * compiling them would take longer than the tests.
 */
class ApiDescription {
  document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  /** Compiled schemas of complete bodies, by pointer. */
  complete = new Map();
  /** Compiled schemas of bodies with a lower level of detail, which lack required fields, by pointer. */
  pruned = new Map();
  // `npm run check` lints the description, so it is not validated here.
  options = { strict: false, allErrors: true, validateSchema: false };

  constructor() {
    closeSchemas(this.document);
  }

  /**
   * Compares a body with the schema at a JSON pointer, given as its segments. Returns the differences as text, or null.
   * With `isPruned`, required fields may be absent.
   */
  findDifferences(segments, isPruned, body) {
    const pointer = segments.map((segment) => encodeURIComponent(escapePointerSegment(segment))).join('/');
    const compiled = isPruned ? this.pruned : this.complete;
    const validate = compiled.get(pointer) ?? this.ajvOf(isPruned).compile({ $ref: `openapi#/${pointer}` });
    compiled.set(pointer, validate);
    return validate(body) ? null : this.ajvOf(isPruned).errorsText(validate.errors);
  }

  ajvOf(isPruned) {
    if (isPruned) return (this.prunedAjv ??= this.createAjv(withoutRequired(this.document)));
    return (this.completeAjv ??= this.createAjv(this.document));
  }

  createAjv(document) {
    return addFormats(new Ajv2020(this.options)).addSchema(document, 'openapi');
  }
}

/**
 * Adds `additionalProperties: false` to each schema in `part` that has `properties`, unless it sets
 * `additionalProperties` itself. Clients must accept new members, but a test must detect a leaked field.
 */
function closeSchemas(part) {
  for (const member of Object.values(part)) {
    if (typeof member !== 'object' || member === null) continue;
    closeSchemas(member);
    if ('properties' in member && !('additionalProperties' in member)) member.additionalProperties = false;
  }
}

/** Returns the description without its `required` lists: no field is required. */
function withoutRequired(document) {
  const leaveOut = (name, value) => (name === 'required' && Array.isArray(value) ? undefined : value);
  return JSON.parse(JSON.stringify(document, leaveOut));
}

function escapePointerSegment(segment) {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

let description;

/** Returns the API description. It is read at the first call, and then shared by all suites of the worker. */
function apiDescription() {
  return (description ??= new ApiDescription());
}

module.exports = { apiDescription };

import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** The part of a document that its schemas refer to. */
export interface SchemaRoot {
  readonly components?: unknown
}

/** Compiled once per root: the first schema pays for that, and for loading the meta schema. */
interface Compiled {
  readonly ajv: Ajv2020
  readonly validators: WeakMap<object, ValidateFunction>
}

const compiledRoots = new WeakMap<SchemaRoot, Compiled>()

/**
 * How a value violates a JSON Schema (draft 2020-12), as sentences with the location. References of the form
 * `#/components/…` are resolved in `root`. Throws at an unknown keyword or format, so that no rule is silently ignored.
 */
export function schemaErrors(schema: AnySchemaObject, value: unknown, root: SchemaRoot, at = '$'): string[] {
  const compiled = compiledRoots.get(root) ?? compileRoot(root)
  compiledRoots.set(root, compiled)
  const validate = compiled.validators.get(schema) ?? compiled.ajv.compile(pointingInto(schema))
  compiled.validators.set(schema, validate)
  validate(value)
  return (validate.errors ?? []).map((error) => `${at}${placeOf(error)} ${sentenceOf(error)}`)
}

const rootId = 'root'

function compileRoot({ components }: SchemaRoot): Compiled {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false })
  addFormats.default(ajv)
  ajv.addVocabulary(['components', 'x-extension'])
  ajv.addSchema({ $id: rootId, components })
  return { ajv, validators: new WeakMap() }
}

/** The schema with its references pointing into the root. */
const pointingInto = (schema: AnySchemaObject): AnySchemaObject =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${rootId}#/`))

/** A JSON Pointer in JavaScript notation: `.list[0]`. */
const placeOf = ({ instancePath }: ErrorObject): string =>
  instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('')

/** ajv's messages name neither an unexpected member nor the allowed values. */
function sentenceOf({ keyword, message = keyword, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `has the undocumented member ${params.additionalProperty}`
  if (keyword === 'enum') return `${message}: ${JSON.stringify(params.allowedValues)}`
  return message
}

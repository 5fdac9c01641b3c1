import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** The part of a document that its schemas refer to. */
export interface SchemaRoot {
  readonly components?: unknown
}

/** Compiled validators by the root and the schema they were made of. */
const validators = new WeakMap<SchemaRoot, WeakMap<object, ValidateFunction>>()

/**
 * What is wrong with a value by a JSON Schema (draft 2020-12), as sentences with the place. `#/components/…` of the schema
 * is looked up in `root`. Throws at a keyword or format that it does not know, so that no rule is passed over in silence.
 */
export function schemaFaults(schema: AnySchemaObject, value: unknown, root: SchemaRoot, at = '$'): string[] {
  const ofRoot = validators.get(root) ?? new WeakMap<object, ValidateFunction>()
  validators.set(root, ofRoot)
  const validate = ofRoot.get(schema) ?? compile(schema, root)
  ofRoot.set(schema, validate)
  validate(value)
  return (validate.errors ?? []).map((error) => `${at}${placeOf(error)} ${sentenceOf(error)}`)
}

function compile(schema: AnySchemaObject, { components }: SchemaRoot): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false })
  addFormats.default(ajv)
  ajv.addVocabulary(['components', 'x-extension'])
  return ajv.compile({ ...schema, components })
}

/** A JSON Pointer as one writes it in JavaScript: `.list[0]`. */
const placeOf = ({ instancePath }: ErrorObject): string =>
  instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('')

/** ajv names neither the member that is too many nor the values that would fit. */
function sentenceOf({ keyword, message = keyword, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `has the undocumented member ${params.additionalProperty}`
  if (keyword === 'enum') return `${message}: ${JSON.stringify(params.allowedValues)}`
  return message
}

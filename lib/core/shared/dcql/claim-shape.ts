import { isObject, type Json, type JsonObject } from '../values/json'

/** What a claim of a known type holds; `null` where that is not known, which allows anything. */
export type ClaimShape = ValueShape | ArrayShape | ObjectShape

type ValueKind = 'text' | 'number' | 'boolean' | 'bytes'

interface ValueShape {
  readonly kind: ValueKind
}

interface ArrayShape {
  readonly kind: 'array'
  readonly element: ClaimShape | null
}

export interface ObjectShape {
  readonly kind: 'object'
  readonly members: ReadonlyMap<string, ClaimShape | null>
  /** Which other members it may have too; absent: none. */
  readonly others?: RegExp
}

/** A credential type whose claims are known. */
export interface KnownType {
  readonly format: 'dc+sd-jwt' | 'mso_mdoc'
  /** `vct` or `docType`. */
  readonly type: string
  readonly claims: ObjectShape
}

export const textShape: ClaimShape = { kind: 'text' }

/** An object with these members, and no others. */
export const objectOf = (members: Readonly<Record<string, ClaimShape | null>>): ObjectShape => ({
  kind: 'object',
  members: new Map(Object.entries(members)),
})

/** Members of every SD-JWT VC, whatever its type. SDJWTVC-3.2.2.2, RFC7519-4.1 */
const always = ['iss', 'sub', 'aud', 'iat', 'nbf', 'exp', 'jti', 'cnf', 'vct', 'vct#integrity', 'status']

/** The claims of an SD-JWT VC: those of its type, and what every one may have. */
export const jsonClaims = ({ members }: ObjectShape): ObjectShape => ({
  kind: 'object',
  members: new Map([...always.map((name) => [name, null] as const), ...members]),
})

/** Most levels of an example that are read. */
const depthMax = 16

/** The shape of claims of which these are an example. For mdoc, `{"$date"}` is a text and `{"$bytes"}` a byte string. */
export const shapeOfExample = (claims: JsonObject): ObjectShape => objectShape(claims, depthMax)

const objectShape = (value: JsonObject, depth: number): ObjectShape => ({
  kind: 'object',
  members: new Map(Object.entries(value).map(([name, member]) => [name, shapeOfValue(member, depth - 1)])),
})

function shapeOfValue(value: Json, depth: number): ClaimShape | null {
  if (depth === 0 || value === null) return null
  if (typeof value === 'string') return textShape
  if (typeof value === 'number') return { kind: 'number' }
  if (typeof value === 'boolean') return { kind: 'boolean' }
  if (Array.isArray(value)) return { kind: 'array', element: shapeOfElements(value, depth) }
  if (!isObject(value)) return null
  const [name, ...others] = Object.keys(value)
  if (others.length === 0 && name === '$date') return textShape
  if (others.length === 0 && name === '$bytes') return { kind: 'bytes' }
  return objectShape(value as JsonObject, depth)
}

/** Of elements that differ, only what they have in common is known: that they are values of one kind, or objects. */
function shapeOfElements(elements: readonly Json[], depth: number): ClaimShape | null {
  const shapes = elements.map((element) => shapeOfValue(element, depth - 1))
  const [first = null] = shapes
  if (first === null || shapes.some((shape) => shape?.kind !== first.kind)) return null
  if (first.kind === 'array') return { kind: 'array', element: null }
  if (first.kind !== 'object') return first
  return {
    kind: 'object',
    members: new Map(shapes.flatMap((shape) => (shape?.kind === 'object' ? [...shape.members] : []))),
  }
}

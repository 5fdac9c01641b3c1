import { type PidAttribute, pidAttributes, pidNamespace } from '../pid/attributes'
import { type ClaimShape, jsonClaims, type KnownType, type ObjectShape, objectOf, textShape } from './claim-shape'

const place = objectOf({ country: textShape, region: textShape, locality: textShape })

/** What the CDDL types of the mdoc encoding are in JSON; dates are texts there. */
const shapeOfType: Readonly<Record<NonNullable<PidAttribute['mdoc']>['type'], ClaimShape>> = {
  tstr: textShape,
  'full-date': textShape,
  bstr: { kind: 'bytes' },
  uint: { kind: 'number' },
  'array of tstr': { kind: 'array', element: textShape },
  place,
}

/** A portrait is a text in JSON, and an attribute without an element is a text. */
const jsonShape = ({ mdoc }: PidAttribute): ClaimShape =>
  mdoc === null || mdoc.type === 'bstr' ? textShape : shapeOfType[mdoc.type]

/** Claims about age that earlier rulebooks had, and whose members are ages. */
const ofAge: Readonly<Record<string, ClaimShape>> = {
  age_in_years: { kind: 'number' },
  age_birth_year: { kind: 'number' },
}

function pidClaims(): ObjectShape {
  const members = new Map<string, ClaimShape | null>()
  for (const attribute of pidAttributes satisfies readonly PidAttribute[]) {
    const [first, inner]: readonly (string | undefined)[] = attribute.sdJwtPath
    if (first === undefined) continue
    const known = members.get(first)
    if (inner === undefined) members.set(first, jsonShape(attribute))
    else
      members.set(first, {
        kind: 'object',
        members: new Map([...(known?.kind === 'object' ? known.members : []), [inner, jsonShape(attribute)]]),
      })
  }
  for (const [name, shape] of Object.entries(ofAge)) members.set(name, shape)
  members.set('age_equal_or_over', { kind: 'object', members: new Map(), others: /^\d{1,3}$/ })
  return { kind: 'object', members }
}

const agesOver = Array.from({ length: 100 }, (_, age) => `age_over_${String(age).padStart(2, '0')}`)

const elements: ObjectShape = objectOf({
  ...Object.fromEntries(
    pidAttributes.flatMap(({ mdoc }) => (mdoc === null ? [] : [[mdoc.element, shapeOfType[mdoc.type]] as const])),
  ),
  ...ofAge,
  ...Object.fromEntries(agesOver.map((name) => [name, { kind: 'boolean' }] as const)),
  location_status: null,
})

/** A domestic namespace: a country or region, and an optional version. PIDRB-3.1 */
const domestic = /^eu\.europa\.ec\.eudi\.pid\.[A-Za-z]{2}(-[A-Za-z0-9]{1,3})?(\.[0-9]+)?$/

/** The PID in both formats, with the names of earlier rulebooks. PIDRB-3.1, PIDRB-4.1 */
export const pidTypes: readonly KnownType[] = [
  { format: 'dc+sd-jwt', type: 'urn:eudi:pid:1', claims: jsonClaims(pidClaims()) },
  { format: 'mso_mdoc', type: pidNamespace, claims: { ...objectOf({ [pidNamespace]: elements }), others: domestic } },
]

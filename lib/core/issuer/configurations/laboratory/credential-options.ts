import { z } from 'zod'
import { digestAlgorithms, isAtPath, type PathStep } from '../../../ground/formats/own-credential'
import type { LaboratoryOptions } from '../../../ground/ports/laboratory'
import { utf8 } from '../../../ground/values/base64url'
import { isObject } from '../../../ground/values/json'
import type { Contradiction } from './contradiction'
import { laboratoryOption } from './laboratory-option'
import {
  countClaims,
  imageCharactersMax,
  nestingMax,
  problemOfClaims,
  responseClaimsBytesMax,
  responseClaimsMax,
  textCharactersMax,
} from './own-claims'

const typesMax = 8
const nameCharactersMax = 512
const displaysMax = 8
const pathsMax = 200

/** A text without control characters, spaces or anything outside ASCII, as identifiers are made of. */
const identifier = z
  .string()
  .min(1)
  .max(nameCharactersMax)
  .regex(/^[!-~]+$/, 'must consist of visible ASCII characters')

/** An image that a wallet fetches, or finds in the address itself. OID4VCI-1FINAL-12.2.4 */
const image = z
  .string()
  .max(imageCharactersMax)
  .regex(/^(?:https:\/\/[!-~]+|data:image\/[!-~]+)$/, 'must be an https: address, or a data: one of an image')

const color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color like #12355b')
const text = z
  .string()
  .min(1)
  .max(textCharactersMax)
  .refine((value) => value.isWellFormed(), 'must be a text of whole characters')

/** How a wallet may show a credential. OID4VCI-1FINAL-12.2.4 */
const display = z.strictObject({
  name: text,
  locale: z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, 'must be a language tag like de-CH')
    .optional(),
  description: text.optional(),
  logo: z.strictObject({ uri: image, alt_text: text.optional() }).optional(),
  background_color: color.optional(),
  background_image: z.strictObject({ uri: image }).optional(),
  text_color: color.optional(),
})

/** Whether no two objects are for one language, nor two for none. OID4VCI-1FINAL-12.2.4, RFC5646-2.1.1 */
const hasEachLocaleOnce = (displays: readonly { readonly locale?: string | undefined }[]): boolean =>
  new Set(displays.map(({ locale }) => locale?.toLowerCase())).size === displays.length

const step = z.union([z.string().max(nameCharactersMax), z.int().min(0), z.null()])
const paths = z
  .array(
    z
      .array(step)
      .min(1)
      .max(nestingMax + 1),
  )
  .min(1)
  .max(pathsMax)

/** As it came: a schema of an object would drop the name __proto__ without a word. */
const claimsObject = z.unknown().refine(isObject, { error: 'must be an object', abort: true }) as z.ZodType<
  Record<string, unknown>
>

/** A type of credential that a tester made up. */
const credentialType = z
  .strictObject({
    /** It is the scope too. RFC6749-3.3 */
    id: z
      .string()
      .min(1)
      .max(128)
      .regex(/^[!#-[\]-~]+$/, 'must consist of the characters that a scope may have'),
    format: z.enum(['dc+sd-jwt', 'mso_mdoc']),
    vct: identifier.optional().meta({ description: 'By default the address of type metadata that we host.' }),
    doctype: identifier.optional(),
    namespace: identifier.optional().meta({ description: 'Of the elements; by default the doctype.' }),
    claims: claimsObject.meta({
      type: 'object',
      description:
        'At most 200 claims, nested at most 8 levels deep, texts of at most 4096 characters. Elements of an mdoc may be ' +
        '{"$date": "2001-02-03"} for a full-date and {"$bytes": "AQID"} (base64url) for a byte string. Synthetic data only.',
    }),
    display: z
      .array(display)
      .max(displaysMax)
      .refine(hasEachLocaleOnce, 'must have one object for each locale, whose case does not count')
      .default([]),
    binding: z.enum(['key', 'none']).default('key'),
    disclosure: z.union([z.enum(['all', 'none']), paths]).default('all'),
    digest_alg: z.enum(digestAlgorithms).default('sha-256'),
  })
  .superRefine(({ format, vct, doctype, namespace, claims, disclosure }, { addIssue }) => {
    const wrong = (member: string, must: string) =>
      addIssue({ code: 'custom', path: [member], message: `must ${must}` })
    if (format === 'mso_mdoc') {
      if (doctype === undefined) wrong('doctype', 'be there: it names the type of an mdoc')
      if (vct !== undefined) wrong('vct', 'be left out: the doctype names the type of an mdoc')
    } else {
      if (doctype !== undefined) wrong('doctype', 'be left out: the vct names the type of an SD-JWT VC')
      if (namespace !== undefined) wrong('namespace', 'be left out: an SD-JWT VC has none')
    }
    const problem = problemOfClaims(claims, format)
    if (problem !== null) wrong('claims', problem)
    else if (typeof disclosure !== 'string' && !disclosure.every((path) => leadsSomewhere(path, claims)))
      wrong('disclosure', 'be all, none, or paths of claims that the credential has')
  })

/** Whether there is a claim at a path. */
function leadsSomewhere(path: readonly PathStep[], claims: unknown): boolean {
  let found = false
  const walk = (value: unknown, at: readonly (string | number)[]): void => {
    if (found || at.length > path.length) return
    if (at.length > 0 && isAtPath(path, at)) found = true
    else if (Array.isArray(value)) for (const [index, element] of value.entries()) walk(element, [...at, index])
    else if (isObject(value)) for (const [name, member] of Object.entries(value)) walk(member, [...at, name])
  }
  walk(claims, [])
  return found
}

/** What a laboratory issues. */
export const credentialOptions = {
  credentials: laboratoryOption({
    schema: z.array(credentialType).min(1).max(typesMax).nullable(),
    byDefault: null,
    description:
      'Types of credentials of your own, with synthetic data only; by default the test PID in both formats. What the ' +
      'claims say is stored as presence and length wherever evidence shows it.',
  }),
}

/** A type of credential as a laboratory keeps it. */
export type KeptCredentialType = z.output<typeof credentialType>

const place = (index: number, member: string): string => `/laboratory/credentials/${index}/${member}`

/** A contradiction inside one type, of two of its members. */
const inside = (
  members: readonly [string, string],
  says: string,
  holds: (type: KeptCredentialType) => boolean,
): Contradiction => ({
  members: ({ credentials }) => {
    const index = (credentials ?? []).findIndex(holds)
    return [place(index, members[0]), place(index, members[1])]
  },
  says,
  holds: ({ credentials }) => (credentials ?? []).some(holds),
})

/** The numbers of two types with the same id. */
function sameId(types: readonly KeptCredentialType[] | null): readonly [number, number] | null {
  const ids = (types ?? []).map(({ id }) => id)
  const second = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  return second === -1 ? null : [ids.indexOf(ids[second] ?? ''), second]
}

/** A contradiction of a type with the batch: so many credentials of it are too much for one response. */
const inBatch = (says: string, sizeOf: (type: KeptCredentialType) => number, max: number): Contradiction => {
  // For a type that is bound to no key there is one credential, whatever the batch.
  const isTooMuch = ({ batch }: LaboratoryOptions) => {
    const credentials = batch?.issue ?? batch?.size ?? 1
    return (type: KeptCredentialType) => type.binding === 'key' && credentials * sizeOf(type) > max
  }
  return {
    members: (options) => {
      const { batch, credentials } = options
      const member = (batch?.issue ?? batch?.size) === batch?.size ? 'size' : 'issue'
      return [`/laboratory/batch/${member}`, place((credentials ?? []).findIndex(isTooMuch(options)), 'claims')]
    },
    says,
    holds: (options) => options.batch !== null && (options.credentials ?? []).some(isTooMuch(options)),
  }
}

export const credentialContradictions: readonly Contradiction[] = [
  {
    members: ({ credentials }) => {
      const [first, second] = sameId(credentials) ?? [0, 0]
      return [place(first, 'id'), place(second, 'id')]
    },
    says: 'Two types of credentials cannot have the same id.',
    holds: ({ credentials }) => sameId(credentials) !== null,
  },
  inside(
    ['format', 'binding'],
    'An mdoc is always bound to a key: its mobile security object has to name one.',
    ({ format, binding }) => format === 'mso_mdoc' && binding === 'none',
  ),
  inside(
    ['format', 'disclosure'],
    'Every element of an mdoc can be disclosed by itself.',
    ({ format, disclosure }) => format === 'mso_mdoc' && disclosure !== 'all',
  ),
  inBatch(
    `The credentials of one response hold at most ${responseClaimsMax} claims together, members and elements inside them counted.`,
    ({ claims, format }) => countClaims(claims, format),
    responseClaimsMax,
  ),
  inBatch(
    `The claims of the credentials of one response are at most ${responseClaimsBytesMax} bytes of JSON together.`,
    ({ claims }) => utf8(JSON.stringify(claims)).length,
    responseClaimsBytesMax,
  ),
]

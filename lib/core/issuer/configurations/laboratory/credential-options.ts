import { z } from 'zod'
import { digestAlgorithms, isAtPath, type PathStep } from '../../../shared/formats/own-credential'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'
import { credentialTtlSeconds } from '../../../shared/time/durations'
import { isObject } from '../../../shared/values/json'
import { jsonBytes } from '../../../shared/values/json-bytes'
import { hostedMembers, hostedRules, mdocMembers } from './hosted-type'
import { type Contradiction, laboratoryOption } from './laboratory-option'
import {
  countClaims,
  imageCharactersMax,
  nestingMax,
  problemOfClaims,
  responseClaimsBytesMax,
  responseClaimsMax,
  textCharactersMax,
} from './own-claims'
import { circleContradiction, extendingNothing, relationMembers, relationRules } from './type-relations'

const typesMax = 8

const nameCharactersMax = 512

const displaysMax = 8

const pathsMax = 200

/** Printable ASCII without spaces. */
const identifier = z
  .string()
  .min(1)
  .max(nameCharactersMax)
  .regex(/^[!-~]+$/, 'must consist of visible ASCII characters')

/** An image URL, or a data URL. OID4VCI-1FINAL-12.2.4 */
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

/** Display metadata of a credential. OID4VCI-1FINAL-12.2.4 */
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

/**
 * True if no language occurs twice, nor more than one entry without a language. OID4VCI-1FINAL-12.2.4, RFC5646-2.1.1
 */
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

/** Kept as received: an object schema would silently drop the name __proto__. */
const claimsObject = z.unknown().refine(isObject, { error: 'must be an object', abort: true }) as z.ZodType<
  Record<string, unknown>
>

/** Members that only an SD-JWT VC may have: they are about its `vct` and the metadata of that. */
const sdJwtMembers = { ...hostedMembers, ...relationMembers }

/** A credential type defined by a tester. */
const credentialType = z
  .strictObject({
    /** Also the scope value. RFC6749-3.3 */
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
    ...sdJwtMembers,
    ...mdocMembers,
  })
  .superRefine(({ format, vct, doctype, namespace, claims, disclosure, ...type }, { addIssue }) => {
    const wrong = (member: string, must: string) =>
      addIssue({ code: 'custom', path: [member], message: `must ${must}` })
    if (format === 'mso_mdoc') {
      if (doctype === undefined) wrong('doctype', 'be there: it names the type of an mdoc')
      if (vct !== undefined) wrong('vct', 'be left out: the doctype names the type of an mdoc')
      for (const name of Object.keys(sdJwtMembers))
        if (Object.hasOwn(type, name)) wrong(name, 'be left out: an mdoc has no vct, and no type metadata')
    } else {
      if (doctype !== undefined) wrong('doctype', 'be left out: the vct names the type of an SD-JWT VC')
      if (namespace !== undefined) wrong('namespace', 'be left out: an SD-JWT VC has none')
      if (type.transaction_elements !== undefined)
        wrong('transaction_elements', 'be left out: an SD-JWT VC signs transactions with its Key Binding JWT')
    }
    if (vct !== undefined && type.aka_vcts?.includes(vct)) wrong('aka_vcts', 'have other names than the vct')
    if (type.aka_vcts !== undefined && Object.hasOwn(claims, 'aka_vcts'))
      wrong('claims', 'leave aka_vcts to the member of that name')
    const problem = problemOfClaims(claims, format)
    if (problem !== null) wrong('claims', problem)
    else if (typeof disclosure !== 'string' && !disclosure.every((path) => leadsSomewhere(path, claims)))
      wrong('disclosure', 'be all, none, or paths of claims that the credential has')
  })

/** True if the path selects a claim. */
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

function refuseExtendingNothing(types: readonly KeptCredentialType[], { addIssue }: z.RefinementCtx): void {
  for (const index of extendingNothing(types))
    addIssue({
      code: 'custom',
      path: [index, 'extends'],
      message: 'must be the id of another SD-JWT VC of the laboratory, or a URI',
    })
}

/** What a laboratory issues. */
export const credentialOptions = {
  credentials: laboratoryOption({
    schema: z.array(credentialType).min(1).max(typesMax).superRefine(refuseExtendingNothing).nullable(),
    byDefault: null,
    description:
      'Types of credentials of your own, with synthetic data only; by default the test PID in both formats. What the ' +
      'claims say is stored as presence and length wherever evidence shows it.',
  }),
}

/** Integrity of hosted type metadata. */
export const typeOptions = {
  vct_integrity: laboratoryOption({
    schema: z.boolean(),
    byDefault: false,
    description:
      'Whether credentials of types whose metadata are hosted here have vct#integrity, the hash of these metadata. ' +
      'SD-JWT VC draft 11 section 7',
  }),
}

const isHosted = ({ format, vct }: KeptCredentialType): boolean => format === 'dc+sd-jwt' && vct === undefined

/** A credential type as stored. */
export type KeptCredentialType = z.output<typeof credentialType>

const place = (index: number, member: string): string => `/laboratory/credentials/${index}/${member}`

/** Builds a contradiction between two members of one type. */
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

/** Indexes of two types with the same id. */
function sameId(types: readonly KeptCredentialType[] | null): readonly [number, number] | null {
  const ids = (types ?? []).map(({ id }) => id)
  const second = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  return second === -1 ? null : [ids.indexOf(ids[second] ?? ''), second]
}

/** Builds a contradiction between a type and the batch size: together they exceed the bound of one response. */
const inBatch = (says: string, sizeOf: (type: KeptCredentialType) => number, max: number): Contradiction => {
  // A type without key binding gives one credential, whatever the batch size.
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
    members: ['/laboratory/vct_integrity', '/laboratory/credentials'],
    says: 'Only an SD-JWT VC without a vct has type metadata that are hosted here, and none is issued.',
    holds: ({ vct_integrity: integrity, credentials }) => integrity && !(credentials ?? []).some(isHosted),
  },
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
  ...[...hostedRules, ...relationRules].map(({ members, says, holds }) => inside(members, says, holds)),
  circleContradiction,
  inBatch(
    `The credentials of one response hold at most ${responseClaimsMax} claims together, members and elements inside them counted.`,
    ({ claims, format }) => countClaims(claims, format),
    responseClaimsMax,
  ),
  inBatch(
    `The claims of the credentials of one response are at most ${responseClaimsBytesMax} bytes of JSON together.`,
    ({ claims }) => jsonBytes(claims),
    responseClaimsBytesMax,
  ),
]

const methods = ['once_only', 'limited_time', 'rotating-batch', 'per-relying-party'] as const

/** A single credential, replaced before it expires. */
export const isSingle = (details: readonly (typeof methods)[number][]): boolean => details.join() === 'limited_time'

const zReuseOption = z
  .strictObject({
    details: z.array(z.enum(methods)).min(1).max(methods.length),
    batch_size: z.int().min(2).max(100).optional(),
    reissue_trigger_unused: z.int().min(0).max(99).optional(),
    reissue_trigger_lifetime_left: z
      .int()
      .min(1)
      .max(30 * 86_400)
      .optional(),
  })
  .refine(
    ({ details }) => details.filter((one) => one === 'once_only' || one === 'limited_time').length === 1,
    'must name exactly one of once_only and limited_time',
  )
  .refine(
    ({ details, batch_size: size }) => isSingle(details) === (size === undefined),
    'must have a batch_size unless limited_time stands alone',
  )
  .refine(
    ({ details, batch_size: size = 0, reissue_trigger_unused: unused }) =>
      unused === undefined ? !details.includes('once_only') : unused < size,
    'must have a reissue_trigger_unused below batch_size where it says once_only',
  )
  .refine(
    ({ details, reissue_trigger_lifetime_left: left }) => !details.includes('limited_time') || left !== undefined,
    'must have a reissue_trigger_lifetime_left where it says limited_time',
  )

/** How often a wallet may present a laboratory's credential, and when it should renew it. */
export const reusePolicyOptions = {
  reuse_policy: laboratoryOption({
    schema: z
      .strictObject({
        id: z.literal('arf_annex_ii').default('arf_annex_ii'),
        options: z.array(zReuseOption).min(1).max(4),
      })
      .nullable(),
    byDefault: null,
    description:
      'credential_reuse_policy of each credential configuration, by preference. ARF Annex 2, ISSU_37 to ISSU_57',
  }),
}

/** Validity periods of what a laboratory issues. */
export const validityOptions = {
  credential_seconds: laboratoryOption({
    schema: z
      .int()
      .min(60)
      .max(30 * 86_400),
    byDefault: credentialTtlSeconds,
    description:
      'Seconds that a credential is valid. From two days on they count from midnight (UTC), from two hours on from the hour.',
  }),
}

import { z } from 'zod'
import type { Collaborators } from '../../engine/endpoints/collaborators'
import type { CredentialConfiguration } from '../../shared/formats/credential-format'
import { claimPlaces, claimWords, isAtPath, type OwnCredential } from '../../shared/formats/own-credential'
import type { Sha256 } from '../../shared/ports/ports'
import { toBase64, utf8 } from '../../shared/values/base64url'
import type { JsonObject } from '../../shared/values/json'
import { laboratoryWithId } from '../configurations/find-issuer'
import type { IssuerInPlay } from '../configurations/issuer-in-play'
import { hostedType } from '../configurations/laboratory/laboratory-configuration'
import { deviationOf } from '../deviations'
import type { DocumentMembers, ServedInstead } from '../deviations/issuer-deviation'
import { transactionDataTypes, zTransactionDataTypes } from './transaction-data-types'

const zText = z.looseObject({ lang: z.string(), locale: z.string() })

export const zTypeMetadata = z
  .looseObject({
    vct: z.string(),
    name: z.string(),
    display: z.array(zText.extend({ name: z.string() })),
    claims: z.array(
      z.looseObject({
        path: z.array(z.union([z.string(), z.int(), z.null()])),
        display: z.array(zText.extend({ label: z.string() })),
        mandatory: z.boolean(),
        sd: z.enum(['always', 'allowed', 'never']),
      }),
    ),
    extends: z.string().optional(),
    'extends#integrity': z.string().optional(),
    category: z.string().optional(),
    transaction_data_types: zTransactionDataTypes.optional(),
  })
  .meta({ id: 'TypeMetadata' })

export type TypeMetadata = z.infer<typeof zTypeMetadata>

type TypesOfIssuer = Pick<IssuerInPlay, 'configuration' | 'session' | 'urls'>

/**
 * Metadata of a hosted type, by its number in the path; `null` if there is no such type, or its `vct` is another URL.
 * @see SDJWTVC-6.3.1, SDJWTVC19-5.4, TS12-4.1
 */
export function buildTypeMetadata(issuer: TypesOfIssuer, number: string, sha256: Sha256): TypeMetadata | null {
  const { configuration, urls } = issuer
  const index = /^[1-9][0-9]?$/.test(number) ? Number(number) - 1 : -1
  const type = configuration.credentialConfigurations[index]
  if (type?.own === undefined || type.format !== 'dc+sd-jwt' || type.vct !== hostedType(urls.types, index)) return null
  const { own } = type
  const extended = own.integrity === true ? hostedTypeOf(issuer, own.extends) : undefined
  const integrity = extended === undefined ? null : typeIntegrity(issuer, extended, sha256)
  const shown = own.display.length > 0 ? own.display : [{ name: type.name.en }]
  return {
    vct: type.vct,
    name: type.name.en,
    display: shown.map(({ name = '', locale = 'en', description, ...rendering }) => ({
      ...inLanguage(String(locale)),
      name: String(name),
      ...(description === undefined ? {} : { description }),
      ...(Object.keys(rendering).length === 0 ? {} : { rendering: { simple: simpleRendering(rendering) } }),
    })),
    claims: claimsMetadata(own),
    ...(own.extends === undefined ? {} : { extends: own.extends }),
    ...(integrity === null ? {} : { 'extends#integrity': integrity }),
    ...(own.category === undefined ? {} : { category: own.category }),
    ...(own.transactionTypes === undefined
      ? {}
      : { transaction_data_types: transactionDataTypes(own.transactionTypes) }),
  }
}

/** What the session's deviation serves in place of these metadata; `null` if it leaves them as they are. */
export function wrongTypeMetadata(
  { configuration, session }: Pick<TypesOfIssuer, 'configuration' | 'session'>,
  right: TypeMetadata,
): ServedInstead | null {
  const change = session && deviationOf(session)?.changes.typeMetadata
  return change ? change(right, configuration.credentialConfigurations) : null
}

/** The metadata of a hosted type as its address answers with them; `null` where it does not, or for another type. */
function servedTypeMetadata(issuer: TypesOfIssuer, number: string, sha256: Sha256): DocumentMembers | null {
  const right = buildTypeMetadata(issuer, number, sha256)
  const wrong = right && wrongTypeMetadata(issuer, right)
  if (wrong === null) return right
  return wrong.status === undefined && typeof wrong.body !== 'string' ? wrong.body : null
}

/**
 * Integrity metadata of a hosted type, over the bytes that its address answers with; `null` for another type.
 * @see SDJWTVC-7, W3C Subresource Integrity section 3
 */
export function typeIntegrity(
  issuer: TypesOfIssuer,
  configuration: CredentialConfiguration,
  sha256: Sha256,
): string | null {
  const number = issuer.configuration.credentialConfigurations.indexOf(configuration) + 1
  const metadata = servedTypeMetadata(issuer, String(number), sha256)
  return metadata === null ? null : `sha256-${toBase64(sha256(utf8(JSON.stringify(metadata))))}`
}

const hostedTypeOf = ({ configuration }: TypesOfIssuer, vct: string | undefined): CredentialConfiguration | undefined =>
  configuration.credentialConfigurations.find((type) => type.format === 'dc+sd-jwt' && type.vct === vct)

/** Draft 11 uses `lang` (section 8), later drafts `locale`. */
const inLanguage = (tag: string) => ({ lang: tag, locale: tag })

/** SDJWTVC-8.1.1 calls an image URL `uri`, like OpenID4VCI. */
const simpleRendering = ({ logo, background_image, background_color, text_color }: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries({ logo, background_image, background_color, text_color }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** Parents precede children; `null` selects all array elements. SDJWTVC-9 */
const claimsMetadata = ({ claims, disclosure }: OwnCredential): TypeMetadata['claims'] =>
  claimPlaces(claims).map(({ path, name, everywhere, at }) => ({
    path: [...path],
    display: [{ ...inLanguage('en'), label: claimWords(name) }],
    mandatory: everywhere,
    sd: disclosable(at.map((one) => isDisclosable(disclosure, one))),
  }))

/** Array elements may differ; then the issuer may make each selectively disclosable. SDJWTVC-9.3 */
function disclosable(each: readonly boolean[]): 'always' | 'allowed' | 'never' {
  if (each.every(Boolean)) return 'always'
  return each.some(Boolean) ? 'allowed' : 'never'
}

const isDisclosable = (disclosure: OwnCredential['disclosure'], path: readonly (string | number)[]): boolean =>
  typeof disclosure === 'string' ? disclosure === 'all' : disclosure.some((pattern) => isAtPath(pattern, path))

/** The type of a laboratory whose metadata is at this address, even after the laboratory ended. */
export const ownHostedType: Collaborators['hostedType'] = async (address, { ports, settings: { baseUrl } }) => {
  const [, id, number] = /\/lab\/([\w-]{22})\/types\/([1-9][0-9]?)$/.exec(address) ?? []
  if (id === undefined || number === undefined) return null
  const found = await laboratoryWithId(id, { at: null, baseUrl, ports })
  const type = found?.configuration.credentialConfigurations[Number(number) - 1]
  if (found === null || type?.own === undefined || type.format !== 'dc+sd-jwt' || type.vct !== address) return null
  if (address !== hostedType(found.urls.types, Number(number) - 1)) return null
  return { type, x5c: found.keys.credential.x5c, metadata: servedTypeMetadata(found, number, ports.sha256) }
}

import type { z } from 'zod'
import { readJsonText } from '../../../http/read-json'
import { readX5c, verifyJwtSignature } from '../../../jose/jwt'
import type { CertificateFact } from '../../../ports/certificate-facts'
import type { ReadCertificates, VerifySignature } from '../../../ports/ports'
import { addSeconds, type EpochMillis } from '../../../time/time'
import { fromBase64url, fromUtf8, isBase64url } from '../../../values/base64url'
import { isObject } from '../../../values/json'
import { zLote } from '../lote'

/** Why a list of trusted entities is not trusted. */
export type ListProblem =
  | 'too_large'
  | 'not_jws'
  | 'not_a_list'
  | 'operator_unknown'
  | 'signature'
  | 'operator_name'
  | 'territory'
  | 'issued_later'
  | 'expired'
  | 'rolled_back'

/** One sentence per problem, for people. */
export const listProblems: Readonly<Record<ListProblem, string>> = {
  too_large: 'The list is larger than 1 MiB.',
  not_jws: 'The document is not a compact JWS with a JSON header and JSON payload.',
  not_a_list: 'The payload is not a list of trusted entities (LoTE, ETSI TS 119 602).',
  operator_unknown: 'The x5c header leads to none of the operators that are named for the list.',
  signature: 'The key of its operator does not verify the signature of the list.',
  operator_name: 'The operator in the list is not the organisation in the certificate of its signer.',
  territory: 'The territory of the list is not the country in the certificate of its signer.',
  issued_later: 'The list is dated in the future.',
  expired: 'The NextUpdate of the list has passed.',
  rolled_back: 'The sequence number of the list is lower than one that was valid here before.',
}

/** Maximum length of a list document in characters. */
export const listCharactersMax = 1024 * 1024

/** Accepted signature algorithms. */
const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512']

/** Tolerated clock difference in seconds. */
const clockSkewSeconds = 60

/** A service in force, with its certificates. */
export interface ListedService {
  /** Name of the entity, in the first language. */
  readonly entity: string
  /** `ServiceTypeIdentifier`; `null` without one. */
  readonly type: string | null
  /** Base64 as in the list, not yet parsed. */
  readonly certificates: readonly string[]
}

/** A pointer to another list, with its type and operators. */
export interface ListPointer {
  readonly location: string
  readonly types: readonly string[]
  /** Base64 as in the list, not yet parsed. */
  readonly operators: readonly string[]
}

/** What a list states about itself. */
interface ListFacts {
  readonly type: string | null
  readonly operator: string
  readonly territory: string
  readonly sequence: number
  readonly issuedAt: EpochMillis
  readonly nextUpdate: EpochMillis
}

/** A list that is reliable until its `nextUpdate`. */
export interface TrustedList extends ListFacts {
  readonly services: readonly ListedService[]
  readonly pointers: readonly ListPointer[]
}

/** A list, or everything wrong with it. */
export type ListReading =
  | { readonly valid: true; readonly list: TrustedList }
  | {
      readonly valid: false
      readonly problems: readonly [ListProblem, ...ListProblem[]]
      /** Where it violates the schema, as JSON pointer; `null` for another problem. */
      readonly pointer: string | null
      /** Its claims about itself; `null` if unreadable. */
      readonly facts: ListFacts | null
    }

interface ListInput {
  readonly now: EpochMillis
  /** Trusts only the configured operators of the list. */
  readonly readOperators: ReadCertificates
  readonly verifySignature: VerifySignature
  /** The highest sequence number of a valid release so far; `null` for the first. */
  readonly sequence: number | null
}

/**
 * Reads a list of trusted entities (JSON in a compact JWS) and decides whether it is reliable: signed by a configured
 * operator whose certificate matches its name and territory, not expired, and not older than an earlier release. Never
 * throws; the length is limited.
 * @see E602-6.3, E602-6.8
 */
export async function readTrustedList(document: string, input: ListInput): Promise<ListReading> {
  if (document.length > listCharactersMax) return invalid('too_large')
  const jws = readJws(document.trim())
  if (jws === null) return invalid('not_jws')
  const lote = zLote.safeParse(jws.payload)
  if (!lote.success) return { ...invalid('not_a_list'), pointer: pointerOf(lote.error) }
  const { ListAndSchemeInformation: information } = lote.data.LoTE
  const facts = factsOf(information)
  const signer = signerOf(jws.header, input.readOperators)
  const isSigned = signer !== null && (await isSignedBy(jws, signer, input.verifySignature))
  const { now, sequence } = input
  const names = information.SchemeOperatorName.map(({ value }) => value)
  const [first, ...others] = [
    ...problem(signer === null, 'operator_unknown'),
    ...problem(signer !== null && !isSigned, 'signature'),
    ...problem(signer !== null && !names.some((name) => name === signer.organization), 'operator_name'),
    ...problem(signer !== null && facts.territory !== signer.country, 'territory'),
    ...problem(facts.issuedAt > addSeconds(now, clockSkewSeconds), 'issued_later'),
    ...problem(facts.nextUpdate <= now, 'expired'),
    ...problem(sequence !== null && facts.sequence < sequence, 'rolled_back'),
  ]
  if (first !== undefined) return { valid: false, problems: [first, ...others], pointer: null, facts }
  return {
    valid: true,
    list: { ...facts, services: servicesOf(lote.data.LoTE, now), pointers: pointersOf(information) },
  }
}

const invalid = (problem: ListProblem): Extract<ListReading, { valid: false }> => ({
  valid: false,
  problems: [problem],
  pointer: null,
  facts: null,
})

const problem = (holds: boolean, name: ListProblem): readonly ListProblem[] => (holds ? [name] : [])

interface Jws {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: unknown
  readonly value: string
}

function readJws(value: string): Jws | null {
  const parts = value.split('.', 4)
  const [header, payload, signature] = parts
  if (parts.length !== 3 || header === undefined || payload === undefined || !isBase64url(signature ?? '')) return null
  const headerText = textOf(header)
  const payloadText = textOf(payload)
  if (headerText === null || payloadText === null) return null
  const read = readJsonText(headerText)
  const list = parse(payloadText)
  return read.ok && isObject(read.value) && isObject(list) ? { header: read.value, payload: list, value } : null
}

const textOf = (part: string): string | null => {
  const bytes = isBase64url(part) ? fromBase64url(part) : null
  return bytes && fromUtf8(bytes)
}

/** European lists have more values than any other JSON read here, so only their length is limited. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The signer's certificate, if it belongs to a configured operator or is certified by one; otherwise `null`. */
function signerOf(header: Jws['header'], readOperators: ReadCertificates): CertificateFact | null {
  const chain = readX5c(header.x5c, readOperators)
  return chain?.readable && chain.trust === 'trusted' ? chain.certificates[0] : null
}

/**
 * The signing time is the only header parameter that may be critical, because it requires nothing of a reader.
 * First-edition JAdES signatures have it. TS 119 182-1 section 5.2.1
 */
function isSignedBy(jws: Jws, { publicJwk }: CertificateFact, verifySignature: VerifySignature): Promise<boolean> {
  const { crit, ...header } = jws.header
  const isKnown = crit === undefined || (Array.isArray(crit) && crit.length === 1 && crit[0] === 'sigT')
  return verifyJwtSignature({
    jwt: { header: isKnown ? header : jws.header, value: jws.value },
    jwk: publicJwk,
    algorithms,
    verifySignature,
  })
}

type Lote = z.output<typeof zLote>['LoTE']

type Information = Lote['ListAndSchemeInformation']

const factsOf = (information: Information): ListFacts => ({
  type: information.LoTEType ?? null,
  operator: information.SchemeOperatorName[0]?.value ?? '',
  territory: information.SchemeTerritory,
  sequence: information.LoTESequenceNumber,
  issuedAt: information.ListIssueDateTime,
  nextUpdate: information.NextUpdate,
})

/** Services in force: a status, if present, must grant trust and must have started. */
const servicesOf = ({ TrustedEntitiesList = [] }: Lote, now: EpochMillis): ListedService[] =>
  TrustedEntitiesList.flatMap(({ TrustedEntityInformation, TrustedEntityServices }) =>
    TrustedEntityServices.flatMap(({ ServiceInformation: service }) =>
      grantsTrust(service.ServiceStatus) && (service.StatusStartingTime ?? now) <= now
        ? [
            {
              entity: TrustedEntityInformation.TEName[0]?.value ?? '',
              type: service.ServiceTypeIdentifier ?? null,
              certificates: certificatesOf(service.ServiceDigitalIdentity),
            },
          ]
        : [],
    ),
  )

/** Lists without statuses contain only trusted services. Otherwise two status values grant trust. @see E602-H */
const grantsTrust = (status: string | undefined): boolean =>
  status === undefined || /\/(notified|granted)$/.test(status)

const certificatesOf = ({
  X509Certificates = [],
}: {
  readonly X509Certificates?: { readonly val: string }[] | undefined
}) => X509Certificates.map(({ val }) => val)

const pointersOf = ({ PointersToOtherLoTE = [] }: Information): ListPointer[] =>
  PointersToOtherLoTE.map(({ LoTELocation, ServiceDigitalIdentities, LoTEQualifiers }) => ({
    location: LoTELocation,
    types: LoTEQualifiers.map(({ LoTEType }) => LoTEType),
    operators: ServiceDigitalIdentities.flatMap(certificatesOf),
  }))

const pointerOf = ({ issues }: z.ZodError): string => `/${issues[0]?.path.map(String).join('/') ?? ''}`

import { type CborItem, embeddedOf, memberOf } from '../../../cbor/cbor-item'
import { withoutPrefix } from '../../confusable-values'
import type { OtherRequest, PresentationInput } from '../../reading-of-presentation'
import { derToRaw } from '../../sd-jwt-vc/read-presentation/read-jws'
import { cborEncode } from '../mdoc-library'
import type { EmbeddedReader } from './embedded-reader'
import type {
  CoseVerdict,
  DeviceProof,
  DeviceSignedReading,
  MobileSecurityObjectReading,
  Untried,
} from './mso-mdoc-reading'
import {
  type CoseParts,
  coseAlgorithm,
  macBytes,
  readCose,
  unverified,
  verdictOf,
  verifySign1,
  withKeyFit,
} from './read-cose'
import { sameBytes } from './read-elements'
import {
  concatenate,
  embed,
  type HandoverInput,
  isoTranscript,
  ownVariant,
  sessionTranscript,
  type TranscriptVariant,
  verificationsMax,
} from './session-transcript'
import { findMixedMac, type NamedTranscript, triedVariants } from './tried-variants'

type Jwk = Readonly<Record<string, unknown>>

/** Input for reading `deviceSigned`. */
interface DeviceSignedInput {
  readonly docType: CborItem | null
  readonly mso: MobileSecurityObjectReading | null
  readonly issuerJwk: Jwk | null
  readonly handover: HandoverInput
  readonly embedded: EmbeddedReader
  readonly input: PresentationInput
}

/**
 * Reads `deviceSigned`, the proof of possession made for this request. If it does not verify, other transcripts are
 * tried to explain why. Rejects only if a port does. ISO/IEC 18013-5 section 9.1.3
 */
export async function readDeviceSigned(
  item: CborItem | null,
  context: DeviceSignedInput,
): Promise<DeviceSignedReading> {
  const { mso, embedded, input } = context
  const nameSpaces = memberOf(item, 'nameSpaces')
  const inner = embeddedOf(nameSpaces)
  const deviceNamespaces = inner === null ? nameSpaces : embedded(inner, 'the namespaces of the device')
  const deviceAuth = memberOf(item, 'deviceAuth')
  const signatureItem = memberOf(deviceAuth, 'deviceSignature')
  const macItem = memberOf(deviceAuth, 'deviceMac')
  const publicJwk = mso?.deviceKey.publicJwk ?? null
  const signed = { ...context, nameSpaces: inner === null ? null : nameSpaces, publicJwk }
  return {
    form: item === null ? 'absent' : item.kind === 'map' ? 'map' : 'other',
    namespaces: inner !== null && deviceNamespaces?.kind === 'map' ? 'embedded' : otherFormOf(nameSpaces),
    elements: elementsOf(deviceNamespaces, mso),
    methods:
      deviceAuth?.kind === 'map'
        ? deviceAuth.entries.flatMap(([name]) => (name.kind === 'text' ? [name.value] : []))
        : null,
    authentication: deviceAuthenticationBytes(sessionTranscript(context.handover, input.digest), signed),
    signature:
      signatureItem === null
        ? null
        : await proveBySignature(
            readCose(signatureItem, { allowed: input.coseAlgorithms.device, mac: false, embedded }),
            signed,
          ),
    mac: macItem === null ? null : await proveByMac(readCose(macItem, { allowed: [], mac: true, embedded }), signed),
  }
}

/** The form of `nameSpaces` that is not a map under tag 24. */
function otherFormOf(nameSpaces: CborItem | null): Exclude<DeviceSignedReading['namespaces'], 'embedded'> {
  if (nameSpaces === null) return 'absent'
  if (nameSpaces.kind === 'map') return 'map'
  if (nameSpaces.kind !== 'bytes') return 'other'
  const [first, second] = nameSpaces.value
  // The head of tag 24. RFC8949-3.4.5.1
  return first === 0xd8 && second === 0x18 ? 'bytes_around_tag' : 'bytes'
}

function elementsOf(
  namespaces: CborItem | null,
  mso: MobileSecurityObjectReading | null,
): DeviceSignedReading['elements'] {
  if (namespaces?.kind !== 'map') return []
  const authorized = { namespaces: new Set(mso?.authorized.namespaces), elements: new Set(mso?.authorized.elements) }
  return namespaces.entries.flatMap(([name, elements]) => {
    const namespace = name.kind === 'text' ? name.value : ''
    const names =
      elements.kind === 'map' ? elements.entries.flatMap(([one]) => (one.kind === 'text' ? one.value : '')) : ['']
    return names.map((one) => ({
      namespace,
      name: one,
      authorized: authorized.namespaces.has(namespace) || authorized.elements.has(`${namespace}/${one}`),
    }))
  })
}

interface Signed extends DeviceSignedInput {
  /** As received, with its tag; `null` if it is not embedded CBOR. */
  readonly nameSpaces: CborItem | null
  readonly publicJwk: Jwk | null
}

async function proveBySignature(parts: CoseParts, signed: Signed): Promise<DeviceProof> {
  const { publicJwk, issuerJwk, handover, input } = signed
  const verifyOver = (payload: Uint8Array | null, of = parts, jwk = publicJwk): CoseVerdict =>
    verifySign1(of, { payload, publicJwk: jwk, verify: input.verifySignature })
  const verifyOverNull = (payload: Uint8Array | null): CoseVerdict =>
    verifySign1(parts, { payload, publicJwk, verify: input.verifySignature, aad: null })
  const own = deviceAuthenticationBytes(sessionTranscript(handover, input.digest), signed)
  const verdict = verifyOver(own)
  const cose = withKeyFit(parts.reading, publicJwk, input.coseAlgorithms.device)
  const proof = { ...unexplained, cose, verdict }
  if (verdict.result === 'valid') return { ...proof, variant: ownVariant(handover) }
  if (verdict.result === 'unverified') return proof
  const bar = barOf(parts, signed)
  if (bar !== null) return { ...proof, tried: { ...nothingTried, untried: [bar] } }
  const trial = new Trial()
  const proves = (variant: TranscriptVariant, verify: () => CoseVerdict): boolean =>
    trial.of(variant, () => verify().result === 'valid')
  const raw = inRawForm(parts)
  const plain = deviceAuthentication(sessionTranscript(handover, input.digest), signed)
  const manner =
    raw !== null && proves('signature_is_der', () => verifyOver(own, raw))
      ? ('signature_is_der' as const)
      : issuerJwk !== null && proves('signed_with_issuer_key', () => verifyOver(own, parts, issuerJwk))
        ? ('signed_with_issuer_key' as const)
        : proves('not_embedded', () => verifyOver(plain))
          ? ('not_embedded' as const)
          : proves('null_for_external_aad', () => verifyOverNull(own))
            ? ('null_for_external_aad' as const)
            : null
  if (manner !== null) return { ...proof, variant: manner, tried: trial.facts([]) }
  const found = await findVariant(signed, trial, (transcript) => {
    return verifyOver(deviceAuthenticationBytes(transcript, signed)).result === 'valid'
  })
  return { ...proof, ...found }
}

const nothingTried = { variants: [], verifications: 0, sessions: 0, untried: [] }

/** Counts what is tried to explain one proof, and stops at the bound. */
class Trial {
  private verifications = 0
  private sessions = 0
  private older = false
  private readonly variants = new Set<TranscriptVariant>()

  /** Whether the attempt explains the proof; false, and unmade, beyond the bound. */
  of(variant: TranscriptVariant, attempt: () => boolean): boolean {
    if (this.isOver()) return false
    this.verifications += 1
    this.variants.add(variant)
    return attempt()
  }

  isOver(): boolean {
    return this.verifications >= verificationsMax
  }

  /** How many requests of other sessions are tried, and whether there are older ones that are not. */
  ofSessions(count: number, older: boolean): void {
    this.sessions = count
    this.older = older
  }

  facts(untried: readonly Untried[]): NonNullable<DeviceProof['tried']> {
    const { verifications, sessions } = this
    return {
      variants: [...this.variants],
      verifications,
      sessions,
      untried: [
        ...untried,
        ...(this.older ? (['older_sessions'] as const) : []),
        ...(this.isOver() ? (['more_than_the_bound'] as const) : []),
      ],
    }
  }
}

async function proveByMac(parts: CoseParts, signed: Signed): Promise<DeviceProof> {
  const { handover, input } = signed
  const verify = (transcript: Uint8Array): CoseVerdict => verifyMac(parts, transcript, signed)
  const verdict = verify(sessionTranscript(handover, input.digest))
  const { alg } = parts.reading
  const named = [alg.value, macNumbers[String(signed.publicJwk?.crv)]]
  const allowed = input.coseAlgorithms.device.some((number) => named.includes(number))
  const cose = { ...parts.reading, alg: { ...alg, allowed } }
  const proof = { ...unexplained, cose, verdict }
  if (verdict.result === 'valid') return { ...proof, variant: ownVariant(handover) }
  if (verdict.result === 'unverified') return proof
  const bar = barOf(parts, signed)
  if (bar !== null) return { ...proof, tried: { ...nothingTried, untried: [bar] } }
  const found = await findVariant(signed, new Trial(), (transcript) => verify(transcript).result === 'valid')
  if (found.variant !== null) return { ...proof, ...found }
  return { ...proof, ...found, ...(await explainMac(parts, signed)) }
}

const unexplained = { variant: null, madeFor: null, tried: null, ofSession: null, saltedWith: null } as const

/** Largest signed data to search explanations for, in bytes: far more than a device asserts itself. */
const explainedBytesMax = 16_384

/**
 * Why a proof is not explained; `null` if it is, which takes one document from the budget of the response. The device
 * controls how much is hashed with each transcript.
 */
function barOf({ protectedBytes }: CoseParts, { docType, nameSpaces, input }: Signed): Untried | null {
  const parts = [protectedBytes, docType?.encoded, nameSpaces?.encoded]
  const bytes = parts.reduce((sum, part) => sum + (part?.length ?? 0), 0)
  if (bytes > explainedBytesMax) return 'too_much_signed'
  if (input.budget.explanations <= 0) return 'too_many_documents'
  input.budget.explanations -= 1
  return null
}

/** Explains a MAC whose salt and content come from different transcripts, or lack tag 24. */
async function explainMac(
  { protectedBytes, signature }: CoseParts,
  signed: Signed,
): Promise<Pick<DeviceProof, 'variant' | 'ofSession' | 'saltedWith'>> {
  const { handover, input, publicJwk, nameSpaces } = signed
  const unknown = { variant: null, ofSession: null, saltedWith: null }
  if (protectedBytes === null || signature === null || publicJwk === null || nameSpaces === null) return unknown
  const own = sessionTranscript(handover, input.digest)
  const others = (await input.otherRequests()).slice(0, otherRequestsMax)
  const all: NamedTranscript[] = [
    { variant: ownVariant(handover), encoded: own, session: null },
    { variant: 'not_embedded', encoded: own, session: null },
    ...triedVariants(handover, input).map(({ variant, encoded }) => ({ variant, encoded, session: null })),
    ...others.map((other) => ({
      variant: 'another_session' as const,
      encoded: sessionTranscript(alike(handover, other), input.digest),
      session: other.sessionId,
    })),
  ]
  const mixed = findMixedMac(all.slice(0, verificationsMax), {
    keyOf: ({ variant, encoded }) => {
      const salt = Uint8Array.from(input.digest('sha-256', variant === 'not_embedded' ? encoded : embed(encoded)))
      return input.responseKey?.deriveKey({ publicJwk, salt, info: 'EMacKey' }) ?? null
    },
    proves: (key, { variant, encoded }) => {
      const plain = deviceAuthentication(encoded, signed)
      if (plain === null) return false
      const payload = variant === 'not_embedded' ? plain : embed(plain)
      return sameBytes(input.hmac(key, macBytes(protectedBytes, payload)), signature)
    },
  })
  if (mixed === null) return unknown
  const { covered, salted } = mixed
  const session = covered.session ?? salted.session
  return {
    variant: covered.variant,
    ofSession: session === null ? null : { id: session, parts: [] },
    saltedWith: salted === covered ? null : salted.variant,
  }
}

/** Algorithm numbers that also allow a MAC, by the curve of the device key. OID4VP-1FINALA-B.2.2 */
const macNumbers: Readonly<Record<string, number>> = { 'P-256': -65537, 'P-384': -65538, 'P-521': -65539 }

/** Verifies a MAC with the response encryption key as reader key. ISO/IEC 18013-5 section 9.1.3.5 */
function verifyMac(
  { reading, protectedBytes, signature, critical }: CoseParts,
  transcript: Uint8Array,
  signed: Signed,
): CoseVerdict {
  const { publicJwk, input } = signed
  if (protectedBytes === null || signature === null) return unverified('not_readable')
  if (critical) return unverified('critical_header')
  if (!reading.alg.supported) return unverified('algorithm_not_supported')
  if (publicJwk === null) return unverified('no_key')
  if (input.responseKey === null) return unverified('no_reader_key')
  const payload = deviceAuthenticationBytes(transcript, signed)
  if (payload === null) return unverified('nothing_signed')
  const salt = Uint8Array.from(input.digest('sha-256', embed(transcript)))
  const key = input.responseKey.deriveKey({ publicJwk, salt, info: 'EMacKey' })
  if (key === null) return unverified('algorithm_does_not_fit_key')
  return verdictOf(sameBytes(input.hmac(key, macBytes(protectedBytes, payload)), signature))
}

/** `DeviceAuthentication` around the bytes as received; `null` if part of it is missing. */
function deviceAuthentication(transcript: Uint8Array, { docType, nameSpaces }: Signed): Uint8Array | null {
  if (docType === null || nameSpaces === null) return null
  const arrayOfFour = Uint8Array.of(0x84)
  return concatenate(arrayOfFour, cborEncode('DeviceAuthentication'), transcript, docType.encoded, nameSpaces.encoded)
}

function deviceAuthenticationBytes(transcript: Uint8Array, signed: Signed): Uint8Array | null {
  const plain = deviceAuthentication(transcript, signed)
  return plain && embed(plain)
}

/** What a proof was found to be made for. */
type Found = Pick<DeviceProof, 'variant' | 'madeFor' | 'tried' | 'ofSession'>

async function findVariant(
  signed: Signed,
  trial: Trial,
  verifies: (transcript: Uint8Array) => boolean,
): Promise<Found> {
  const { handover, input } = signed
  const untried: readonly Untried[] =
    handover.origin === undefined && input.partyInfo.length === 0 ? ['iso_18013_7_without_nonce'] : []
  const found = triedVariants(handover, input).find(({ variant, encoded }) =>
    trial.of(variant, () => verifies(encoded)),
  )
  if (found !== undefined)
    return { variant: found.variant, madeFor: found.values, tried: trial.facts(untried), ofSession: null }
  const match = await findOtherSession(signed, trial, verifies)
  return {
    variant: match === null ? null : 'another_session',
    madeFor: match?.values ?? null,
    tried: trial.facts(untried),
    ofSession: match?.ofSession ?? null,
  }
}

/** Most requests of other sessions to try. */
const otherRequestsMax = 10

/**
 * Finds the session whose request a proof was made for, wholly or in part: a wallet that keeps an earlier request mixes
 * its nonce, address or key with the current one. First the whole request and the nonce of each session, then other
 * mixes, as far as the bound allows. `null` if none explains the proof.
 */
async function findOtherSession(
  { handover, input }: Signed,
  trial: Trial,
  verifies: (transcript: Uint8Array) => boolean,
): Promise<{ readonly ofSession: DeviceProof['ofSession']; readonly values: HandoverInput } | null> {
  const { digest, partyInfo } = input
  const all = await input.otherRequests()
  const others = all.slice(0, otherRequestsMax)
  const mixes = others.map((other) => ({ id: other.sessionId, mixes: mixesOf(handover, other) }))
  trial.ofSessions(others.length, all.length > others.length)
  const rounds = [
    mixes.flatMap(({ id, mixes: [whole, nonce] }) => [whole, nonce].flatMap((mix) => (mix ? [{ ...mix, id }] : []))),
    mixes
      .flatMap(({ id, mixes: [, , ...rest] }) => rest.map((mix) => ({ ...mix, id })))
      .sort((one, other) => other.parts.length - one.parts.length),
  ]
  const tried = (transcript: Uint8Array): boolean => trial.of('another_session', () => verifies(transcript))
  for (const { mixed, parts, id } of rounds.flat()) {
    if (trial.isOver()) return null
    // The ISO/IEC 18013-7 transcript holds no thumbprint, so it proves nothing about that part.
    const isoParts = parts.filter((part) => part !== thumbprintPart)
    if (tried(sessionTranscript(mixed, digest))) return { ofSession: { id, parts }, values: mixed }
    if (isoParts.length > 0 && partyInfo.some((nonce) => tried(isoTranscript(mixed, nonce, digest))))
      return { ofSession: { id, parts: isoParts }, values: mixed }
  }
  return null
}

/** True if the other request shares the value: a page has one origin, whatever it requests. */
const alike = (own: HandoverInput, values: Omit<OtherRequest, 'sessionId'>): HandoverInput =>
  own.origin === undefined ? values : { ...values, origin: own.origin }

/** Its name in findings. */
const thumbprintPart = 'thumbprint of the encryption key'

interface Mix {
  readonly mixed: HandoverInput
  /** The parts taken from the other session. */
  readonly parts: readonly string[]
}

/**
 * Mixes of two requests that take at least one part from the other, with and without thumbprint and prefix: the whole
 * other request first, then its nonce alone.
 */
function mixesOf(own: HandoverInput, other: HandoverInput): Mix[] {
  const isInBrowser = own.origin !== undefined
  // Neither is in the handover of a request through a browser.
  const clientIds = isInBrowser
    ? [own.clientId]
    : [...new Set([own.clientId, other.clientId, withoutPrefix(own.clientId)])]
  const uris = isInBrowser ? [own.responseUri] : [...new Set([own.responseUri, other.responseUri])]
  const thumbprints = [own.jwkThumbprint, other.jwkThumbprint, null]
  const mixes = [other.nonce, own.nonce].flatMap((nonce) =>
    clientIds.flatMap((clientId) =>
      uris.flatMap((responseUri) =>
        thumbprints.flatMap((jwkThumbprint, place): Mix[] => {
          const parts = [
            ...(nonce === own.nonce ? [] : ['nonce']),
            ...(clientId === other.clientId && clientId !== own.clientId ? ['client_id'] : []),
            ...(responseUri === own.responseUri ? [] : ['response_uri']),
            ...(place === 1 && jwkThumbprint !== null ? [thumbprintPart] : []),
          ]
          return parts.length === 0
            ? []
            : [{ mixed: alike(own, { clientId, nonce, responseUri, jwkThumbprint }), parts }]
        }),
      ),
    ),
  )
  const most = Math.max(0, ...mixes.map(({ parts }) => parts.length))
  const whole = mixes.find(({ parts }) => parts.length === most)
  const nonce = mixes.find(({ parts: [first, ...rest] }) => first === 'nonce' && rest.length === 0)
  const leading = [whole, nonce].flatMap((mix) => mix ?? [])
  return [...leading, ...mixes.filter((mix) => !leading.includes(mix))]
}

/** Replaces a DER signature by r and s; `null` if it is not DER. */
function inRawForm(parts: CoseParts): CoseParts | null {
  const algorithm = coseAlgorithm(parts.reading.alg.value)
  const raw = algorithm && parts.signature && derToRaw(parts.signature, algorithm.bytes)
  return raw && { ...parts, signature: raw }
}

import type { KeyObject } from 'node:crypto'
import { WalletStop } from '../../errors'
import { verifyMsoMdoc } from '../../formats/mso-mdoc/verify'
import { verifySdJwtVc } from '../../formats/sd-jwt-vc/verify'
import type { HeldCredential, StoredCredential } from '../../formats/stored-credential'
import { mediaType, type WireAnswer } from '../../http/wire'
import { importPublicJwk } from '../../jose/jws'
import { isObject, type JsonObject, objectMember, readJsonObject, stringMember } from '../../json'
import { need } from '../../run'
import { aroundStep, sendStep } from '../../step'
import { requireConfiguration, wellKnownUrl } from '../metadata/metadata'
import { type Run, skipsRule } from '../run'

/**
 * The key that an issuer publishes for its credentials (SD-JWT-VC-11-5): JWT VC Issuer Metadata at the well-known path,
 * with `jwks` inline or at `jwks_uri`. Null if there is no such metadata.
 * @throws WalletStop when the metadata names another issuer or lacks the key
 */
async function publishedKey(run: Run, issuer: string, kid: string | null): Promise<KeyObject | null> {
  if (run.misbehaviour?.skip === 'issuer_keys') {
    run.misbehaving = true
    return null
  }
  const metadata = await get(
    run,
    wellKnownUrl(issuer, 'jwt-vc-issuer', { dropLastSlash: true }),
    'where the issuer publishes its keys',
  )
  if (metadata === null) return null
  if (metadata.issuer !== issuer) throw new WalletStop('The issuer of the JWT VC issuer metadata is another one')
  const jwksUri = stringMember(metadata, 'jwks_uri')
  const embedded = objectMember(metadata, 'jwks')
  if ((jwksUri === null) === (embedded === null))
    throw new WalletStop('The issuer metadata needs exactly one of jwks and jwks_uri')
  const jwks = embedded ?? (jwksUri === null ? null : await get(run, jwksUri, 'the keys that sign credentials'))
  const keys = Array.isArray(jwks?.keys) ? jwks.keys.filter(isObject) : []
  const found = keys.find((key) => (kid === null ? keys.length === 1 : key.kid === kid))
  const key = found === undefined ? null : importPublicJwk({ ...found })
  if (key === null) throw new WalletStop('The issuer publishes no key for this credential')
  return key
}

async function get(run: Run, url: string, learned: string): Promise<JsonObject | null> {
  const answer: WireAnswer = await aroundStep(run, 'issuer_keys', () =>
    sendStep(run, {
      step: 'issuer_keys',
      method: 'GET',
      url,
      headers: [['Accept', 'application/json']],
      learned: () => learned,
    }),
  )
  const isJson =
    mediaType(answer.headers) === 'application/json' || mediaType(answer.headers) === 'application/jwk-set+json'
  return answer.status === 200 && isJson ? readJsonObject(answer.body) : null
}

/**
 * Verifies everything that was issued; the wallet keeps it only if all of it is valid. Each credential is bound to a
 * separate key (OID4VCI-1FINAL-8.3), or to none if the metadata names no binding method (OID4VCI-1FINAL-12.2.4).
 * @throws WalletStop that says what is wrong
 */
export async function verifyCredentials(run: Run, issued: string[]): Promise<HeldCredential[]> {
  const configuration = requireConfiguration(run, need(run.facts.configurationId, 'credential configuration'))
  const verify = verifierOf(run, configuration)
  const format = stringMember(configuration, 'format') ?? 'unknown'
  const remaining = new Map(run.facts.holderKeys.map((key) => [key.thumbprint, key]))
  const isBound = objectMember(configuration, 'proof_types_supported') !== null
  const stored: HeldCredential[] = []
  for (const raw of issued) {
    const credential = await verify(raw, isBound ? new Set(remaining.keys()) : null).catch((error: unknown) =>
      believe(run, {
        raw,
        format,
        error,
        holderThumbprint: isBound ? need([...remaining.keys()][0], 'key for the credential') : null,
      }),
    )
    const { holderThumbprint } = credential.verified
    if (holderThumbprint === null) {
      stored.push({ ...credential, holderKey: null })
      continue
    }
    stored.push({ ...credential, holderKey: need(remaining.get(holderThumbprint), 'key of the credential') })
    remaining.delete(holderThumbprint)
  }
  return stored
}

/**
 * What a careless wallet stores for a credential that fails verification.
 * @throws WalletStop in any other wallet, saying what is wrong
 */
function believe(
  run: Run,
  {
    raw,
    format,
    error,
    holderThumbprint,
  }: { raw: string; format: string; error: unknown; holderThumbprint: string | null },
): StoredCredential {
  if (!(error instanceof WalletStop) || !skipsRule(run, 'credential')) throw error
  const verified = {
    holderThumbprint,
    signedBy: 'x5c',
    chainTrusted: null,
    disclosures: 0,
    expiresAt: null,
  } as const
  return { format, type: 'unverified', raw, claims: {}, verified }
}

type Verify = (raw: string, holderThumbprints: ReadonlySet<string> | null) => Promise<StoredCredential>

function verifierOf(run: Run, configuration: JsonObject): Verify {
  // If trust is evaluated, lists say who may issue such credentials.
  const { providers } = run.facts
  const trustAnchors = run.trust === null ? run.trustAnchors : (providers ?? [])
  if (providers?.length === 0)
    return () => Promise.reject(new WalletStop('The list of issuers of such credentials names nobody'))
  const nowMillis = run.clock()
  const format = stringMember(configuration, 'format')
  switch (format) {
    case 'dc+sd-jwt': {
      const lookUp = remembered((issuer, kid) => publishedKey(run, issuer, kid))
      const vct = stringMember(configuration, 'vct')
      return (raw, holderThumbprints) =>
        verifySdJwtVc(raw, { nowMillis, vct, holderThumbprints, trustAnchors, publishedKey: lookUp })
    }
    case 'mso_mdoc': {
      const doctype = stringMember(configuration, 'doctype')
      return async (raw, holderThumbprints) =>
        // An mdoc always names a device key (ISO/IEC 18013-5 section 9.1.2.4).
        verifyMsoMdoc(raw, { nowMillis, doctype, holderThumbprints: holderThumbprints ?? new Set(), trustAnchors })
    }
    default:
      throw new WalletStop(`The wallet cannot verify the format ${format ?? 'without a name'}`)
  }
}

/** Fetches once per issuer and key, however many credentials were issued. */
function remembered<T>(
  look: (issuer: string, kid: string | null) => Promise<T>,
): (issuer: string, kid: string | null) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (issuer, kid) => {
    const name = JSON.stringify([issuer, kid])
    const found = known.get(name) ?? look(issuer, kid)
    known.set(name, found)
    return found
  }
}

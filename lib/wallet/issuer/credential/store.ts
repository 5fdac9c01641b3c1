import { WalletStop } from '../../errors'
import { verifyMsoMdoc } from '../../formats/mso-mdoc/verify'
import { verifySdJwtVc } from '../../formats/sd-jwt-vc/verify'
import type { HeldCredential, StoredCredential } from '../../formats/stored-credential'
import { type JsonObject, objectMember, stringMember } from '../../json'
import { need } from '../../run'
import { skipsRule } from '../care'
import { requireConfiguration } from '../metadata/issuer-metadata'
import type { Run } from '../run'
import { publishedKey } from './issuer-keys'

/**
 * Verifies everything that was issued; the wallet keeps it only if all of it is valid. Each credential is bound to a
 * separate key (OID4VCI-1FINAL-8.3), or to none if the metadata names no way to bind it (OID4VCI-1FINAL-12.2.4).
 *
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
 * What a careless wallet stores for a credential that does not verify.
 *
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
  // Where trust is evaluated, lists say who issues such credentials.
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

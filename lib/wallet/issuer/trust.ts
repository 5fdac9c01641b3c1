import { WalletStop } from '../errors'
import { certificatesOf, readIssuerSigned } from '../formats/mso-mdoc/verify'
import type { HeldCredential } from '../formats/stored-credential'
import { readJws } from '../jose/jws'
import { type JsonObject, stringsMember } from '../json'
import { need } from '../run'
import { hasStatement, readChainCertificate } from '../trust/certificates/certificate-content'
import { evaluateIssuer, isPidType } from '../trust/evaluate-issuer'
import { finding, isFatalInIssuance, type TrustFinding } from '../trust/finding'
import { trustContext } from '../trust/trust-context'
import { type Run, skipsRule } from './run'

/**
 * Evaluates trust in the issuer before requesting anything, and stores the findings in the run's facts. A careless
 * wallet goes on with an issuer that it must not use (ARF3-RPRC_22a, ISSU_24, ISSU_34).
 * @throws WalletStop that says what is wrong
 */
export async function requireTrust(run: Run, configuration: JsonObject): Promise<void> {
  const { trust, facts, profile } = run
  if (trust === null) return
  const { findings, providers } = await evaluateIssuer(trustContext(run, trust, profile.neglects), {
    x5c: facts.metadataSigner,
    metadata: need(facts.issuerMetadata, 'issuer metadata'),
    configuration,
  })
  facts.providers = providers?.map(String) ?? null
  judge(run, findings)
}

/** The statement that a certificate is for signing PIDs (E4126-4). */
const pidStatement = '0.4.0.194126.1.1'

/**
 * Checks that certificates of credentials from listed issuers state their purpose (E4126-4). That they chain to a
 * listed authority was verified with the credentials.
 * @throws WalletStop that says what is wrong
 */
export function judgeProviders(run: Run, credentials: readonly HeldCredential[]): void {
  if (run.trust === null || run.facts.providers === null || run.profile.neglects === 'all') return
  const isStated = credentials
    .filter(({ type }) => isPidType(type))
    .every((credential) => {
      const leaf = readChainCertificate(chainOf(credential)[0] ?? '')
      return leaf === null || hasStatement(leaf, pidStatement)
    })
  const message = 'The certificate of the issuer does not say that it signs person identification data'
  judge(run, isStated ? [] : [finding('provider_no_statement', message)])
}

function judge(run: Run, findings: TrustFinding[]): void {
  const { facts, trust, profile } = run
  const before = facts.trust?.findings ?? []
  const all = [...before, ...findings]
  facts.trust = { findings: all, warned: all.length > 0 && profile.neglects !== 'warning' }
  const refusal = findings.find(isFatalInIssuance) ?? (trust?.policy === 'refuse' ? findings[0] : undefined)
  if (refusal === undefined || skipsRule(run, 'trust')) return
  facts.trust.warned = false
  throw new WalletStop(refusal.message)
}

function chainOf({ format, raw }: HeldCredential): string[] {
  if (format !== 'mso_mdoc') return stringsMember(readJws(raw.split('~')[0] ?? '')?.header, 'x5c') ?? []
  return certificatesOf(readIssuerSigned(raw).get('issuerAuth'))
}

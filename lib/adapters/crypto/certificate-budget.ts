import type { X509Certificate } from 'node:crypto'

/** What the certificates of one exchange may cost: checking one holds up every other request. */
export interface CertificateBudget {
  /** Counts a certificate that is parsed. Throws CertificateBudgetSpent when there were too many. */
  parse(): void
  /** Counts a signature that is checked. Throws CertificateBudgetSpent when there were too many. */
  check(): void
}

/** More certificates, or more signatures of theirs, came in one exchange than are looked at. */
export class CertificateBudgetSpent extends Error {}

/** Far above what a wallet sends: forty presentations by one issuer count as one, for what is known costs nothing. */
export const certificatesPerExchangeMax = 120
const certificateChecksPerExchangeMax = 40

/** A budget for one exchange. */
export function createCertificateBudget(): CertificateBudget {
  let parsed = 0
  let checked = 0
  return {
    parse() {
      parsed += 1
      if (parsed > certificatesPerExchangeMax) throw new CertificateBudgetSpent()
    },
    check() {
      checked += 1
      if (checked > certificateChecksPerExchangeMax) throw new CertificateBudgetSpent()
    },
  }
}

/** Where nobody outside decides how much is read. */
export const noCertificateBudget: CertificateBudget = { parse: () => undefined, check: () => undefined }

/** Results that are remembered; the oldest makes room. */
const rememberedMax = 2000
const remembered = new Map<string, boolean>()

/** Whether the key of `issuer` signed `certificate`. Each pair is checked once, and remembered. Never throws for a bad key. */
export function isSignedBy(certificate: X509Certificate, issuer: X509Certificate, budget: CertificateBudget): boolean {
  const pair = `${certificate.fingerprint256} ${issuer.fingerprint256}`
  const known = remembered.get(pair)
  if (known !== undefined) return known
  budget.check()
  const signed = verify(certificate, issuer)
  const [oldest] = remembered.keys()
  if (remembered.size >= rememberedMax && oldest !== undefined) remembered.delete(oldest)
  remembered.set(pair, signed)
  return signed
}

function verify(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}

import type { X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { say, type Wording } from '@/lib/core/shared/values/wording'

/** Limits the certificate work of one exchange: each check blocks every other request. */
export interface CertificateBudget {
  /**
   * Counts a certificate to parse and its size in bytes. Throws CertificateBudgetSpent when either limit is exceeded.
   */
  parse(bytes: number): void
  /** Counts a signature verification. Throws CertificateBudgetSpent when the limit is exceeded. */
  check(): void
  /**
   * Counts a name that is inspected for, or compared with, a CA's constraints. Throws CertificateBudgetSpent when the
   * limit is exceeded.
   */
  compare(): void
}

/** One exchange exceeded its limit of certificates, signatures or constrained names. */
export class CertificateBudgetSpent extends Error {
  /** @param reason - our own wording, shown in a finding */
  constructor(readonly reason: Wording = say`The request brings more certificates than are looked at.`) {
    super(String(reason))
  }
}

/**
 * Far above what a wallet sends: forty presentations from one issuer count once, because repeated certificates are
 * cached.
 */
export const certificatesPerExchangeMax = 120
/**
 * The contents of a certificate cost time too: it may hold thousands of two-byte names. Wallets send one or two
 * kilobytes per certificate.
 */
export const certificateBytesPerExchangeMax = 256 * 1024
const certificateChecksPerExchangeMax = 40
/** A comparison takes half a microsecond; the certificates of a real CA need a few hundred. */
export const nameComparisonsPerExchangeMax = 100_000

/** Creates the budget of one exchange. */
export function createCertificateBudget(): CertificateBudget {
  let parsed = 0
  let bytesParsed = 0
  let checked = 0
  let compared = 0
  return {
    parse(bytes) {
      parsed += 1
      bytesParsed += bytes
      if (parsed > certificatesPerExchangeMax) throw new CertificateBudgetSpent()
      if (bytesParsed > certificateBytesPerExchangeMax)
        throw new CertificateBudgetSpent(say`The certificates of the request are larger than 256 KiB in all.`)
    },
    check() {
      checked += 1
      if (checked > certificateChecksPerExchangeMax) throw new CertificateBudgetSpent()
    },
    compare() {
      compared += 1
      if (compared > nameComparisonsPerExchangeMax)
        throw new CertificateBudgetSpent(say`The certificates constrain more names than are compared.`)
    },
  }
}

/** For callers whose input is not controlled by outsiders. */
export const noCertificateBudget: CertificateBudget = {
  parse: () => undefined,
  check: () => undefined,
  compare: () => undefined,
}

/** Number of cached results; the least recently used is evicted. */
const rememberedMax = 2000
const remembered = new LRUCache<string, boolean>({ max: rememberedMax })

/**
 * Whether the key of `issuer` signed `certificate`. Each pair is verified once and cached. Never throws for a bad key.
 */
export function isSignedBy(certificate: X509Certificate, issuer: X509Certificate, budget: CertificateBudget): boolean {
  const pair = `${certificate.fingerprint256} ${issuer.fingerprint256}`
  const known = remembered.get(pair)
  if (known !== undefined) return known
  budget.check()
  const signed = verify(certificate, issuer)
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

import type { X509Certificate } from 'node:crypto'
import type { ChainError, ChainRule } from '@/lib/core/shared/ports/certificate-facts'
import { type CertificateBudget, isSignedBy } from '../certificate-budget'
import { type CertificateParts, partsOf } from './certificate-parts'
import { DerError } from './der'
import { isSameName } from './distinguished-name'
import { applyConstraints } from './name-constraints'

/** Whether `issuer` issued `certificate`, judged by name and signature only, not by permission. */
export const certifies = (issuer: X509Certificate, certificate: X509Certificate, budget: CertificateBudget): boolean =>
  isSameName(partsOf(certificate).issuer, partsOf(issuer).subject) && isSignedBy(certificate, issuer, budget)

/**
 * The first rule that a path breaks, leaf first, or `null`. Checks names and signatures, extensions, and what each CA
 * may issue. Ignores validity periods, and the issuer of the last certificate. RFC 5280 section 6.1
 */
export function pathError(path: readonly X509Certificate[], budget: CertificateBudget): ChainError | null {
  return (
    linkError(path, budget) ??
    certificateError(path) ??
    issuerError(path.map(partsOf)) ??
    nameError(path.map(partsOf), budget)
  )
}

const error = (rule: ChainRule, place: number, extension: string | null = null): ChainError => ({
  rule,
  place,
  extension,
})

function linkError(path: readonly X509Certificate[], budget: CertificateBudget): ChainError | null {
  for (const [place, certificate] of path.entries()) {
    const issuer = path[place + 1]
    if (issuer === undefined) return null
    if (!isSameName(partsOf(certificate).issuer, partsOf(issuer).subject)) return error('names', place)
    if (!isSignedBy(certificate, issuer, budget)) return error('signature', place)
  }
  return null
}

/** Finds the first unusable certificate of a path. */
function certificateError(path: readonly X509Certificate[]): ChainError | null {
  for (const [place, certificate] of path.entries()) {
    const { unusable } = partsOf(certificate)
    if (unusable !== null) return error(unusable.rule, place, unusable.extension)
    if (path.findIndex(({ raw }) => raw.equals(certificate.raw)) < place) return error('twice', place)
  }
  return null
}

/** Checks that each CA may issue the certificates below it. RFC 5280 section 6.1.4 (k) to (n) */
function issuerError(path: readonly CertificateParts[]): ChainError | null {
  let below = 0
  for (const [place, { isCa, signsCertificates, pathLength, selfIssued, subjectKeyIdentifier }] of path.entries()) {
    const issued = path[place - 1]
    if (issued === undefined) continue
    if (!isCa) return error('ca', place)
    if (!signsCertificates) return error('key_usage', place)
    if (below > pathLength) return error('path_length', place)
    const named = issued.authorityKeyIdentifier
    if (named !== null && subjectKeyIdentifier !== null && !named.equals(subjectKeyIdentifier))
      return error('key_identifier', place)
    // A self-issued CA certificate does not count towards the path length.
    if (!selfIssued) below += 1
  }
  return null
}

/** Checks the names below each CA that constrains them. RFC 5280 section 6.1.3 (b) and (c) */
function nameError(path: readonly CertificateParts[], budget: CertificateBudget): ChainError | null {
  for (const [place, { constraints }] of path.entries()) {
    if (constraints === null) continue
    for (const [at, issued] of path.slice(0, place).entries()) {
      if (issued.selfIssued && at > 0) continue
      const names = namesOf(issued)
      if (names === null) return error('extension_unreadable', at, '2.5.29.17')
      const result = applyConstraints(constraints, names, () => budget.compare())
      if (result === 'outside') return error('name_constraints', at)
      if (result === 'unprocessed') return error('name_constraints_unprocessed', place, '2.5.29.30')
    }
  }
  return null
}

function namesOf(certificate: CertificateParts): ReturnType<CertificateParts['names']> | null {
  try {
    return certificate.names()
  } catch (thrown) {
    if (thrown instanceof DerError) return null
    throw thrown
  }
}

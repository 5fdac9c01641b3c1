import 'reflect-metadata'
import { AuthorityKeyIdentifierExtension, X509Certificate } from '@peculiar/x509'
import type { ClaimNode } from '../../formats/sd-jwt-vc/disclosures'
import { isObject } from '../../json'
import type { ClaimsQuery, CredentialQuery, PathStep, TrustedAuthority } from './dcql-query'

/** A claim selected by a path, with its location. */
export interface SelectedClaim {
  path: (string | number)[]
  node: ClaimNode
}

/**
 * The claims that a claims path pointer selects, in order; empty if it selects none or does not fit the credential
 * (OID4VP-1FINAL-7.1.1).
 */
export function selectByPath(root: ClaimNode, path: PathStep[]): SelectedClaim[] {
  let selected: SelectedClaim[] = [{ path: [], node: root }]
  for (const step of path) {
    const wantsObject = typeof step === 'string'
    if (!selected.every(({ node }) => (wantsObject ? isObject(node.value) : Array.isArray(node.value)))) return []
    selected = selected.flatMap(({ path: place, node }) => {
      const steps = step === null ? [...node.children.keys()] : [step]
      return steps.flatMap((name) => {
        const child = node.children.get(name)
        return child === undefined ? [] : [{ path: [...place, name], node: child }]
      })
    })
  }
  return selected
}

/** The disclosures that reveal exactly this claim and everything in it. */
export function disclosuresOf({ disclosures, children }: ClaimNode): Set<string> {
  const found = new Set(disclosures)
  for (const child of children.values()) for (const disclosure of disclosuresOf(child)) found.add(disclosure)
  return found
}

/**
 * The claims to show of a credential: those of the query, those of the first claim set that the credential satisfies,
 * or none if the query asks for none (OID4VP-1FINAL-6.4.1). Null if the credential lacks one of them.
 */
export function selectClaims(
  { claims, claimSets }: Pick<CredentialQuery, 'claims' | 'claimSets'>,
  root: ClaimNode,
): SelectedClaim[] | null {
  if (claims === null) return []
  if (claimSets === null) return selectAll(claims, root)
  for (const ids of claimSets) {
    const selected = selectAll(
      claims.filter(({ id }) => id !== null && ids.includes(id)),
      root,
    )
    if (selected !== null) return selected
  }
  return null
}

function selectAll(claims: ClaimsQuery[], root: ClaimNode): SelectedClaim[] | null {
  const selected: SelectedClaim[] = []
  for (const { path, values } of claims) {
    // A claim whose value does not match counts as missing.
    const found = selectByPath(root, path).filter(
      ({ node }) => values === null || values.some((value) => value === node.value),
    )
    if (found.length === 0) return null
    selected.push(...found)
  }
  return selected
}

/**
 * Whether a chain belongs to one of these authorities. `aki`: by any certificate's authority key identifier
 * (OID4VP-1FINAL-6.1.1.1, HAIP-1FINAL-5). `etsi_tl`: by lists read before (OID4VP-1FINAL-6.1.1.2). Other types match
 * nothing.
 * @param x5c - certificates in base64 of DER
 */
export function matchesAuthority(authorities: TrustedAuthority[], x5c: string[]): boolean {
  if (authorities.some(({ vouchesFor }) => vouchesFor?.(x5c) === true)) return true
  const wanted = authorities.filter(({ type }) => type === 'aki').flatMap(({ values }) => values)
  return x5c.some((certificate) => {
    const keyId = authorityKeyIdentifier(certificate)
    return keyId !== null && wanted.includes(keyId)
  })
}

/** The authority key identifier of a certificate, base64url; null when it has none (RFC5280-4.2.1.1). */
export function authorityKeyIdentifier(certificate: string): string | null {
  const hex = new X509Certificate(certificate).getExtension(AuthorityKeyIdentifierExtension)?.keyId
  return hex === undefined ? null : Buffer.from(hex, 'hex').toString('base64url')
}

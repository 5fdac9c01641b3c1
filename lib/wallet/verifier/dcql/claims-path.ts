import type { ClaimNode } from '../../formats/sd-jwt-vc/disclosures'
import { isObject } from '../../json'
import type { PathStep } from './dcql-query'

/** A claim selected by a path, with its location. */
export interface SelectedClaim {
  path: (string | number)[]
  node: ClaimNode
}

/**
 * The claims that a claims path pointer selects, in order; empty when it selects none or does not fit the credential
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

/** The disclosures that reveal this claim with everything in it, and no other claim. */
export function disclosuresOf({ disclosures, children }: ClaimNode): Set<string> {
  const found = new Set(disclosures)
  for (const child of children.values()) for (const disclosure of disclosuresOf(child)) found.add(disclosure)
  return found
}

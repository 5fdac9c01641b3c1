import type { X509Certificate } from 'node:crypto'
import { type CommandLine, certificatesIn, oneOf, UsageError } from '../command-line'
import type { TrustReport } from './finding'
import type { OverAsked } from './registration/registration'
import { createTrustMemory, openTrustMemory, type TrustSettings } from './trust-context'

/**
 * Trust settings from the command line; empty if no option asks for trust evaluation.
 * @param misbehaviour - what the wallet does wrong, which may show only where it evaluates trust
 * @throws UsageError
 */
export function trustByCommand(
  line: CommandLine,
  misbehaviour: { needs?: { trust?: true } } | null,
): { trust?: TrustSettings } {
  const policy = oneOf('trust-policy', line['trust-policy'], ['warn', 'refuse'] as const)
  const anchors = {
    ...anchorsIn('access', line['access-ca']),
    ...anchorsIn('registrar', line['registrar-ca']),
    ...anchorsIn('pid', line['provider-ca']),
    ...anchorsIn('pub_eaa', line['provider-ca']),
  }
  const lists = listsFrom(line)
  if (lists === null && Object.keys(anchors).length === 0) {
    if (policy !== undefined || line['registered-only'] === true || misbehaviour?.needs?.trust === true)
      throw new UsageError('The wallet needs --trust-lists, or --access-ca and --registrar-ca, to evaluate trust.')
    return {}
  }
  const state = line['trust-state']
  return {
    trust: {
      policy: policy ?? 'warn',
      lists,
      anchors,
      overAsking: line['registered-only'] === true ? 'registered_only' : 'warn',
      memory: state === undefined ? createTrustMemory() : openTrustMemory(state),
    },
  }
}

function listsFrom({ 'trust-lists': base, 'list-operator': operator }: CommandLine): TrustSettings['lists'] {
  if (base === undefined && operator === undefined) return null
  if (base === undefined || !URL.canParse(base)) throw new UsageError('--trust-lists is the address of lists.')
  if (operator === undefined) throw new UsageError('--trust-lists needs --list-operator: who may sign the lists.')
  return { base, operators: certificatesIn(operator) }
}

function anchorsIn(role: string, file: string | undefined): Partial<Record<string, X509Certificate[]>> {
  return file === undefined ? {} : { [role]: certificatesIn(file) }
}

/** Describes trust in the other side: whether the wallet warned, and everything that is wrong. */
export function describeTrust(
  party: 'issuer' | 'verifier',
  trust: (TrustReport & { overAsked?: OverAsked | null }) | null,
): string[] {
  if (trust === null) return []
  if (trust.findings.length === 0) return [`Trusted: nothing is wrong with the ${party}.`]
  const { types = [], claims = [] } = trust.overAsked ?? {}
  return [
    trust.warned ? `Warned: the wallet told its user what is wrong with the ${party}, and went on.` : 'Found wrong:',
    ...trust.findings.map(({ reason, message }) => `  ${reason}: ${message}`),
    ...types.map((id) => `  not registered: the credential of ${id}`),
    ...claims.map(({ query, path }) => `  not registered: ${path.map((step) => step ?? '*').join('.')} of ${query}`),
  ]
}

import type { IssuanceSession } from '../../ground/ports/store-types'
import { authorizationFaults } from './authorization'
import { credentialFaults } from './credential'
import type { IssuanceFault } from './fault'
import { offerFaults } from './offer'
import { refusalFaults } from './refusal'
import { tokenFaults } from './token'

/** Every fault that an answer of an issuance can have on purpose, and every oddity that a wallet has to take. */
export const issuanceFaults: readonly IssuanceFault[] = [
  ...offerFaults,
  ...authorizationFaults,
  ...tokenFaults,
  ...refusalFaults,
  ...credentialFaults,
]

/** The fault with this id; `null` for none. */
export const issuanceFault = (id: string | undefined): IssuanceFault | null =>
  issuanceFaults.find((fault) => fault.id === id) ?? null

/** What is wrong on purpose in a session; `null` for nothing. */
export const faultOf = ({ options }: Pick<IssuanceSession, 'options'>): IssuanceFault | null =>
  issuanceFault(options.fault)

/** Name of a fault in evidence, where it changed an answer. */
export const faultAlteration = ({ id }: Pick<IssuanceFault, 'id'>): string => `fault.${id}`

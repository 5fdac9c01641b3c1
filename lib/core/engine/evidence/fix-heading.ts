import type { Actor } from '../checks/check'

const headings: Readonly<Record<Actor, string>> = {
  wallet: 'For the wallet',
  issuer: 'For the issuer of the credential',
  tester: 'In your request',
  operator: 'In the settings of this service',
}

/** The heading over a fix, on every page and in every report: who is to change it. */
export const fixHeading = (acts: Actor = 'wallet'): string => headings[acts]

import type { PageName } from './pages'

/** Addresses below a page, which its script reads or its forms are sent to. */
export interface PageAddresses {
  /** What its script reads. */
  readonly reads?: readonly string[]
  /** What takes its forms. */
  readonly forms?: readonly string[]
  /** Maximum body size of its forms in bytes, if larger than usual. */
  readonly formBytesMax?: number
  /** Forms that show or create evidence on a page that does not. */
  readonly evidenceForms?: readonly string[]
}

/** Twice a definition of 256 KiB: the original and the edited one. */
const writtenFormBytesMax = 1024 * 1024
/** A logo of 1 MiB, and a query beside it. */
const ownedFormBytesMax = 2 * 1024 * 1024

/** By the page that they are below. Apart from `pages`, which every page's script loads. */
const pageAddresses = {
  // The campaign's page shows evidence; and if a token is set, only a campaign started with it counts.
  start: { reads: ['start/key'], evidenceForms: ['start/campaign'] },
  workbench: { evidenceForms: ['new/create', 'use'] },
  ofWorkbench: { reads: ['revision'], forms: ['settings', 'wallet', 'reference', 'campaign', 'link', 'end'] },
  viewOfWorkbench: { reads: ['revision'] },
  runs: { reads: ['rows', 'compare'] },
  scoreboard: { reads: ['picture'] },
  pipeline: { reads: ['revision'], forms: ['run', 'cancel'] },
  organization: {
    forms: ['enter', 'leave', 'keys/make', 'keys/revoke', 'about', 'delete'],
    formBytesMax: ownedFormBytesMax,
  },
  newPipeline: { forms: ['save'], formBytesMax: writtenFormBytesMax },
  organizationPipeline: { forms: ['save', 'schedule', 'publish', 'delete'], formBytesMax: writtenFormBytesMax },
  organizationEntities: { forms: ['organization', 'save', 'publish', 'delete'], formBytesMax: ownedFormBytesMax },
  operatorScoreboard: { forms: ['enter', 'leave', 'start', 'cancel'] },
  operatorTokens: { forms: ['make', 'revoke'] },
  coverage: { forms: ['result'] },
  statement: { forms: ['declare'] },
  publish: { forms: ['send'] },
  ledger: { reads: ['rows'] },
  startIssuance: { forms: ['create'] },
  startPresentation: { forms: ['create', 'change'] },
  startRoundTrip: { forms: ['create'] },
  startLaboratory: { forms: ['change'] },
  inspectIssuance: { reads: ['revision', 'sequence', 'picture'], forms: ['wallet', 'reference', 'laboratory'] },
  inspectPresentation: { reads: ['revision', 'sequence', 'picture'], forms: ['wallet', 'reference', 'refusal'] },
  roundTrip: { reads: ['revision'], forms: ['wallet'] },
  campaign: { reads: ['revision'], forms: ['answer', 'again', 'wallet'] },
} as const satisfies Partial<Record<PageName, PageAddresses>>

/** What is below a page; nothing below most of them. */
export const addressesBelow = (name: PageName): PageAddresses =>
  (pageAddresses as Readonly<Partial<Record<PageName, PageAddresses>>>)[name] ?? {}

type Below = typeof pageAddresses

/** The names of what is below a page. */
export type BelowPage<Name extends PageName> = Name extends keyof Below
  ? {
      [Part in 'reads' | 'forms' | 'evidenceForms']: Below[Name] extends Readonly<Record<Part, readonly (infer What)[]>>
        ? What
        : never
    }['reads' | 'forms' | 'evidenceForms']
  : never

import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say, type Wording } from '../../../ground/values/wording'
import { boundTo } from '../../judgements/bound-to'
import { onBrowserPresented } from '../../judgements/on-browser'
import type { BrowserAnswer, PresentedReading, PresentedSubject } from '../../read/response/response-reading'

export const dcapiProtocolConsistent = defineCheck<PresentedSubject>('vp.dcapi.protocol_consistent', {
  title: 'Answer belongs to the entry whose protocol it names',
  problem: 'The answer names the protocol of one entry and was made for another one',
  clauses: ['OID4VP-1FINALA-A.1', 'OID4VP-1FINALA-A.4'],
  level: 'info',
  needs: ['vp.dcapi.protocol_requested'],
  why: 'Each entry has its own nonce and its own key, so an answer shows which one the wallet read.',
  hint: 'Name the protocol of the entry whose nonce and key you use.',
  run: onBrowserPresented((browser, { presented, answer }) => {
    const entries = answer.session.dcApi?.entries ?? []
    if (entries.length < 2) return notApplicable(say`The request has one entry.`)
    const foreign = foreignParts(browser, presented, entries)
    return foreign.length === 0
      ? pass(quote(browser.entry.protocol))
      : violated({ expected: quote(browser.entry.protocol), actual: foreign })
  }),
})

/** What of an answer is of another entry than the named one. */
function foreignParts(
  { entry, openedBy }: BrowserAnswer,
  { reading }: PresentedReading,
  entries: readonly BrowserAnswer['entry'][],
): Wording[] {
  const nonce = reading.format === 'dc+sd-jwt' && reading.kbJwt.present ? reading.kbJwt.nonce.value : null
  const ofNonce = entries.find((one) => one.nonce === nonce)
  const isOther = boundTo(reading).some((one) => one === 'dc_api_other_entry' || one === 'annex_c')
  return [
    ...(openedBy === null || openedBy.protocol === entry.protocol ? [] : [say`key of ${openedBy.protocol}`]),
    ...(ofNonce === undefined || ofNonce.protocol === entry.protocol ? [] : [say`nonce of ${ofNonce.protocol}`]),
    ...(isOther ? [say`handover of another entry`] : []),
  ]
}

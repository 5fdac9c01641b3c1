import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { presentedEvents } from '../../history/verifier-history'
import { onAnnouncement } from '../../judgements/on-announcement'

export const vpReqpostMdFormatKept = defineCheck<PresentationEvidence>('vp.reqpost.md_format_kept', {
  title: 'Wallet presents in a format that its metadata lists',
  problem: 'The wallet presented in a format that its metadata does not list',
  clauses: ['OID4VP-1FINAL-10.1'],
  level: 'should',
  why: 'A verifier that reads the metadata would never have asked this wallet for that format.',
  hint: 'List every format that you can present in vp_formats_supported.',
  run: onAnnouncement(presentedEvents, 'No presentation was read.', ({ event: { detail }, announced: { formats } }) => {
    if (formats === null) return notApplicable('The metadata lists no formats; see vp.reqpost.md_vp_formats.')
    const { format = null } = detail
    return formats.some((listed) => listed === format)
      ? pass(format)
      : violated({ expected: [...formats], actual: format })
  }),
})

import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { quote, say } from '../../../ground/values/wording'
import { presentedEvents } from '../../history/verifier-history'
import { onAnnouncement } from '../../judgements/on-announcement'

export const reqpostMdFormatKept = defineCheck<PresentationEvidence>('vp.reqpost.md_format_kept', {
  title: 'Wallet presents in a format that its metadata lists',
  problem: 'The wallet presented in a format that its metadata does not list',
  clauses: ['OID4VP-1FINAL-10.1'],
  level: 'should',
  why: 'A verifier that reads the metadata would never have asked this wallet for that format.',
  hint: 'List every format that you can present in vp_formats_supported.',
  run: onAnnouncement(
    presentedEvents,
    say`No presentation was read.`,
    ({ event: { detail }, announced: { formats } }) => {
      if (formats === null) return notApplicable(say`The metadata lists no formats; see vp.reqpost.md_vp_formats.`)
      const { format = null } = detail
      return formats.some((listed) => listed === format)
        ? pass(shown(format))
        : violated({ expected: formats.map(quote), actual: shown(format) })
    },
  ),
})

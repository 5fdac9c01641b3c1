import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweZipAbsent = defineCheck<ResponseReading>('vp.jwe.zip_absent', {
  title: 'JWE is not compressed',
  problem: 'The JWE is compressed',
  clauses: ['RFC7516-4.1.3', 'RFC8725-3.6'],
  level: 'should',
  rejects: 'invalid_encrypted_response',
  refusal: (problem) => `${problem}: leave out zip.`,
  judges: { token: 'jwe', member: 'header.zip' },
  why: 'Compression reveals the content through its length, and a small body can expand without limit.',
  hint: 'Leave out zip.',
  run: onJweHeader((header) =>
    Object.hasOwn(header, 'zip') ? violated({ expected: say`no zip`, actual: shown(header.zip) }) : pass(),
  ),
})

import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../../ui/button-class'
import { Panel } from '../../ui/panel'
import { issuesWrongCredential } from '../model/wrong-credential'

/**
 * Offers to request the wrong credential back, because only that shows whether a wallet kept it. Hidden once the wallet
 * has answered.
 */
export function KeptPanel({ session }: { readonly session: IssuanceSessionView }) {
  const isSent = session.events.some(({ type }) => type === 'answer_altered')
  const isAsked = session.events.some(({ type }) => type === 'credential_asked_back')
  if (!issuesWrongCredential(session) || !isSent || isAsked) return null
  return (
    <Panel labelledBy="kept" className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div>
        <h2 id="kept" className="text-md">
          Did the wallet keep the wrong credential?
        </h2>
        <p className="mt-0.5 text-sm text-ink-2">
          Ask for it: if the wallet presents it, this session fails. If it presents nothing, or another credential, it
          passes.
        </p>
      </div>
      <form method="post" action={renderedPaths.startRoundTrip()}>
        <button type="submit" name="follows" value={session.session_id} className={buttonClass()}>
          Ask for the credential
        </button>
      </form>
    </Panel>
  )
}

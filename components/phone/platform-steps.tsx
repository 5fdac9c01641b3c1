import { type PlatformSteps as Platform, trustSteps } from '@/lib/phone/trust-steps'
import { Panel } from '../ui/panel'

/** How to make each platform trust the test root, what that does not cover, and how to undo it. Its risk stands above, on the page. */
export function PlatformSteps() {
  return (
    <section aria-labelledby="platforms" className="grid gap-4">
      <h2 id="platforms" className="mt-6 text-lg">
        Trust the test root, platform by platform
      </h2>
      <div className="grid gap-4 md:grid-cols-2">
        {trustSteps.map((platform) => (
          <PlatformPanel key={platform.platform} {...platform} />
        ))}
      </div>
    </section>
  )
}

function PlatformPanel({ platform, steps, limit, undo }: Platform) {
  const id = platform.toLowerCase().replace(/\W+/g, '-')
  return (
    <Panel labelledBy={id} className="grid content-start gap-2 p-4 md:p-6">
      <h3 id={id} className="text-md">
        {platform}
      </h3>
      <ol className="grid list-decimal gap-1.5 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="text-sm text-ink-2">{limit}</p>
      <p className="text-sm text-ink-2">To undo: {undo}</p>
    </Panel>
  )
}

import { paths } from '@/lib/paths'
import type { PipelineExecution } from '@/lib/queries/pipeline'
import { LocalTime } from '../ui/local-time'

/** The files of the latest success: pictures and videos are displayed, texts downloaded. */
export function LatestEvidence({ execution }: { readonly execution: PipelineExecution | null }) {
  if (execution === null) return <p className="text-ink-2">No successful run yet.</p>
  const { id, screenshots, videos, logs, report, started_at } = execution
  const texts = [
    ...(report === '' ? [] : [{ name: report, words: 'Report' }]),
    ...logs.map((name, index) => ({ name, words: logs.length === 1 ? 'Log' : `Log ${index + 1}` })),
  ]
  const none = screenshots.length + videos.length + texts.length === 0
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-2">
        <LocalTime at={started_at} to="second" />
        {none && '. It has no files.'}
      </p>
      {screenshots.length > 0 && (
        <ul className="grid gap-3">
          {screenshots.map((name, index) => (
            <li key={name}>
              <a
                href={paths.artifact(id, name)}
                className="block overflow-hidden rounded-md border border-line bg-sunk"
              >
                {/* biome-ignore lint/performance/noImgElement: the storage makes the thumbnail */}
                <img
                  src={paths.artifact(id, name, '640x0')}
                  alt={`Screenshot ${index + 1} of the latest success`}
                  loading="lazy"
                  className="max-h-[420px] w-full object-contain"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {videos.map((name, index) => (
        <video
          key={name}
          controls
          preload="none"
          aria-label={`Video ${index + 1} of the latest success`}
          className="max-h-[420px] w-full rounded-md border border-line bg-sunk"
          src={paths.artifact(id, name)}
        >
          <track kind="captions" />
        </video>
      ))}
      {texts.length > 0 && (
        <ul className="flex flex-wrap gap-3 text-sm">
          {texts.map(({ name, words }) => (
            <li key={name}>
              <a className="link target" href={paths.artifact(id, name)} download>
                {words}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

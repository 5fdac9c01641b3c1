import { type ChildProcess, fork } from 'node:child_process'
import type { CardDrawing } from '@/lib/core/scoreboard/artifacts/cards'

/** A card to draw, as the program of `draw-program.ts` reads it. */
export type DrawingOrder = {
  readonly [Kind in keyof CardDrawing]: {
    readonly id: number
    readonly kind: Kind
    readonly card: Parameters<CardDrawing[Kind]>[0]
  }
}[keyof CardDrawing]

/** What the program answers: the picture as PNG, or why there is none. */
export type DrawingAnswer = { readonly id: number } & ({ readonly png: Uint8Array } | { readonly error: string })

/**
 * How long a process may be silent, in milliseconds: without a card it ends then, with one it is stuck. A card takes 60,
 * the first one 900 on a busy machine.
 */
const silenceMillisMax = 30_000

interface DrawingProcess {
  readonly child: ChildProcess
  /** The cards that it draws, by id. */
  readonly orders: Map<number, { readonly resolve: (png: Uint8Array) => void; readonly reject: (error: Error) => void }>
  readonly silence: NodeJS.Timeout
}

/**
 * Draws cards in a process of its own, which begins with the first card and ends half a minute after the last: what
 * draws them takes 40 MiB. A card is rejected if the process ends before it is drawn; the next one begins another
 * process. It never outlives this one.
 *
 * @param program the bundled file of `draw-program.ts`
 */
export function createDrawingProcess(program: string): CardDrawing {
  let current: DrawingProcess | null = null
  let lastId = 0

  function begin(): DrawingProcess {
    const child = fork(program, {
      execArgv: [],
      // None of our settings: it needs none.
      env: { NODE_ENV: process.env.NODE_ENV },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const orders: DrawingProcess['orders'] = new Map()
    const end = () => {
      if (current?.child === child) current = null
      if (orders.size > 0) child.kill('SIGKILL')
      // The program ends when its channel closes.
      else if (child.connected) child.disconnect()
    }
    const silence = setTimeout(end, silenceMillisMax).unref()
    child.on('message', (message) => {
      const answer = message as DrawingAnswer
      const order = orders.get(answer.id)
      orders.delete(answer.id)
      silence.refresh()
      if ('png' in answer) order?.resolve(answer.png)
      else order?.reject(new Error(`A card could not be drawn: ${answer.error}`))
    })
    const ended = (reason: string) => {
      if (current?.child === child) current = null
      clearTimeout(silence)
      for (const { reject } of orders.values()) reject(new Error(`The process that draws cards ended: ${reason}.`))
      orders.clear()
    }
    child.once('error', ({ message }) => ended(message))
    child.once('exit', (code, signal) => ended(signal ?? `code ${code}`))
    child.unref()
    child.channel?.unref()
    return { child, orders, silence }
  }

  const draw = (order: DrawingOrder): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      current ??= begin()
      const { child, orders, silence } = current
      if (orders.size === 0) silence.refresh()
      orders.set(order.id, { resolve, reject })
      child.send(order, (error) => error && reject(error))
    })

  return {
    drawEvidenceCard: (card) => draw({ id: ++lastId, kind: 'drawEvidenceCard', card }),
    drawPipelineCard: (card) => draw({ id: ++lastId, kind: 'drawPipelineCard', card }),
    drawPageCard: (card) => draw({ id: ++lastId, kind: 'drawPageCard', card }),
  }
}

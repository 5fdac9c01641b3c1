import { cardDrawing } from './draw-cards'
import type { DrawingAnswer, DrawingOrder } from './drawing-process'

/** The process that draws cards: answers each order of its parent, and ends with its channel. */
process.on('message', (message) => {
  const order = message as DrawingOrder
  const answer = (one: DrawingAnswer) => void process.send?.(one)
  drawn(order).then(
    (png) => answer({ id: order.id, png }),
    (error: unknown) => answer({ id: order.id, error: error instanceof Error ? error.message : String(error) }),
  )
})
process.once('disconnect', () => process.exit(0))

function drawn(order: DrawingOrder): Promise<Uint8Array> {
  if (order.kind === 'drawEvidenceCard') return cardDrawing.drawEvidenceCard(order.card)
  if (order.kind === 'drawPipelineCard') return cardDrawing.drawPipelineCard(order.card)
  return cardDrawing.drawPageCard(order.card)
}

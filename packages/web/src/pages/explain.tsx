import type { Explain } from '../data/reports/counted-rows.ts'
import { AboutFigure } from '../features/figures/AboutFigure.tsx'

/** How every panel of this page explains its figures. */
export const explain: Explain = (figure, inline = false) => <AboutFigure figure={figure} inline={inline} />

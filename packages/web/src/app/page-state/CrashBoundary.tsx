import { Component, type ReactNode } from 'react'
import { CrashScreen } from './CrashScreen.tsx'

interface Crash {
  readonly error: unknown
  /** Joins what the agent reads out with what the browser's console holds. */
  readonly reference: string
}

interface CrashBoundaryProps {
  /** Where the reader is: at another place what failed is tried again. */
  readonly place?: string
  readonly children: ReactNode
}

interface CrashState {
  readonly crash: Crash | null
  readonly place: string | undefined
}

/** Replaces what failed to render by the crash screen. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { crash: null, place: undefined }

  static getDerivedStateFromProps({ place }: CrashBoundaryProps, state: CrashState): CrashState | null {
    return place === state.place ? null : { crash: null, place }
  }

  static getDerivedStateFromError(error: unknown): { crash: Crash } {
    return { crash: { error, reference: crypto.randomUUID().slice(0, 8) } }
  }

  override componentDidCatch(error: unknown): void {
    console.error(`Reference ${this.state.crash?.reference ?? 'none'}:`, error)
  }

  override render(): ReactNode {
    const { crash } = this.state
    return crash ? <CrashScreen error={crash.error} reference={crash.reference} /> : this.props.children
  }
}

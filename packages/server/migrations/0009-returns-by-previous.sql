-- The distinct ones of a long range are few of its rows: those whose previous day lies before it.
create index report_returns_previous on report_returns (series, previous, day)

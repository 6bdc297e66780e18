#!/bin/sh
# Makes a cluster of PostgreSQL machines with the extension Citus; see docs/many-machines.md. It can be repeated.
# COORDINATOR is the address of the coordinator, WORKERS those of the workers with spaces between them, each as HOST or
# HOST:PORT, as the machines reach each other. The database (PGDATABASE) and its user (PGUSER) are on each of them.
set -eu

host() {
  echo "${1%:*}"
}

port() {
  case $1 in
    *:*) echo "${1##*:}" ;;
    *) echo 5432 ;;
  esac
}

# MACHINE SQL
run() {
  psql -qXAt -v ON_ERROR_STOP=1 -h "$(host "$1")" -p "$(port "$1")" -c "$2"
}

for machine in $COORDINATOR $WORKERS; do
  run "$machine" 'set client_min_messages = warning; create extension if not exists citus'
done
run "$COORDINATOR" "select citus_set_coordinator_host('$(host "$COORDINATOR")', $(port "$COORDINATOR"))" >/dev/null
for worker in $WORKERS; do
  run "$COORDINATOR" "select citus_add_node('$(host "$worker")', $(port "$worker"))" >/dev/null
done
echo "Active workers: $(run "$COORDINATOR" 'select count(*) from citus_get_active_worker_nodes()')"

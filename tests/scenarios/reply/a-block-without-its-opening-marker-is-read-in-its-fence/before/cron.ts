export class Cron {
  run() {
    console.log("run");
  }
}
